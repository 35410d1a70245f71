/**
 * Modules whose distribution has another name, or that belong to several distributions, the usual one first.
 * Written by hand.
 */

const TABLE = `
cv2: opencv-python opencv-python-headless opencv-contrib-python opencv-contrib-python-headless
sklearn: scikit-learn sklearn
skimage: scikit-image
PIL: pillow
yaml: pyyaml
bs4: beautifulsoup4 bs4
dateutil: python-dateutil
dotenv: python-dotenv
docx: python-docx
pptx: python-pptx
mpl_toolkits: matplotlib
pylab: matplotlib
imblearn: imbalanced-learn
Bio: biopython
OpenSSL: pyopenssl
Crypto: pycryptodome pycrypto
serial: pyserial
usb: pyusb
git: gitpython
github: pygithub
jwt: pyjwt
magic: python-magic
MySQLdb: mysqlclient
psycopg2: psycopg2-binary psycopg2
psycopg: psycopg psycopg-binary
telegram: python-telegram-bot
discord: discord-py
slugify: python-slugify
Levenshtein: levenshtein python-levenshtein
jose: python-jose
ldap: python-ldap
attr: attrs
win32com: pywin32
win32api: pywin32
zmq: pyzmq
wx: wxpython
gi: pygobject
OpenGL: pyopengl
nacl: pynacl
pkg_resources: setuptools
fitz: pymupdf
community: python-louvain
igraph: igraph python-igraph
umap: umap-learn
faiss: faiss-cpu faiss-gpu faiss
lightning: lightning pytorch-lightning
pytorch_lightning: pytorch-lightning lightning
torch: torch pytorch
tensorflow: tensorflow tensorflow-cpu tensorflow-gpu tensorflow-macos tf-nightly
keras: keras tensorflow tensorflow-cpu tensorflow-gpu
tensorboard: tensorboard tensorflow
en_core_web_sm: en-core-web-sm spacy
speech_recognition: speechrecognition
osgeo: gdal
ogr: gdal
pandas_profiling: pandas-profiling ydata-profiling
ydata_profiling: ydata-profiling pandas-profiling
xgboost: xgboost xgboost-cpu py-xgboost
dash_core_components: dash dash-core-components
dash_html_components: dash dash-html-components
pmdarima: pmdarima pyramid-arima
talib: ta-lib
ee: earthengine-api
shapefile: pyshp
tables: tables pytables
snappy: python-snappy
lzo: python-lzo
googleapiclient: google-api-python-client
google.oauth2: google-auth
google.protobuf: protobuf
azureml: azureml-core azureml-sdk
botocore: botocore boto3
databricks: databricks-sdk databricks-connect
langchain_core: langchain-core langchain
rdkit: rdkit rdkit-pypi
openbabel: openbabel openbabel-wheel
Bio.SeqIO: biopython
sc: scanpy
pywt: pywavelets
tabula: tabula-py
camelot: camelot-py
newspaper: newspaper3k newspaper4k
bson: pymongo
kafka: kafka-python
websocket: websocket-client
socks: pysocks
dns: dnspython
Xlib: python-xlib
absl: absl-py
google: google-api-core protobuf
apiclient: google-api-python-client
ruamel: ruamel-yaml
zope: zope-interface
pyximport: cython
skopt: scikit-optimize
surprise: scikit-surprise surprise
sksurv: scikit-survival
skmultilearn: scikit-multilearn
libpysal: libpysal pysal
esda: esda pysal
MeCab: mecab-python3
ffmpeg: ffmpeg-python
soundfile: soundfile pysoundfile
`;

/** Well-known modules whose distribution has their own name. */
const SAME =
  'numpy pandas matplotlib scipy seaborn statsmodels plotly bokeh altair dash streamlit torchvision torchaudio transformers datasets ' +
  'tokenizers peft accelerate openai tiktoken langgraph spacy nltk gensim textblob lightgbm catboost optuna hyperopt shap lime mlflow wandb ' +
  'sympy networkx geopandas shapely fiona rasterio pyproj folium cartopy xarray rioxarray dask polars pyarrow fastparquet h5py openpyxl ' +
  'xlrd requests httpx aiohttp lxml scrapy selenium flask django fastapi pydantic sqlalchemy duckdb pymysql pymongo redis boto3 joblib tqdm ' +
  'ipywidgets numba cython jax flax optax pymc emcee arviz astropy ray pyspark nbformat nbconvert papermill pytest hypothesis imageio librosa ' +
  'soundfile missingno wordcloud yfinance cvxpy pulp mlxtend lifelines tslearn sktime prophet pmdarima yellowbrick xgboost gym gymnasium ' +
  'tabulate rich click jinja2 packaging pytz';

/** Distributions by module. */
export const DISTRIBUTIONS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...SAME.split(' ').map((name) => [name, [name]] as const),
  ...TABLE.trim()
    .split('\n')
    .map((line) => {
      const [module = '', names = ''] = line.split(': ');
      return [module, names.split(' ')] as const;
    }),
]);
