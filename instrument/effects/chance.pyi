"""What draws from a random stream once it is used, if it is given no seed; and functions that seed several streams at once."""
__module__ = "sklearn.ensemble"

class RandomForestClassifier:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
RandomForestRegressor = ExtraTreesClassifier = ExtraTreesRegressor = RandomTreesEmbedding = RandomForestClassifier
BaggingClassifier = BaggingRegressor = GradientBoostingClassifier = GradientBoostingRegressor = RandomForestClassifier
AdaBoostClassifier = AdaBoostRegressor = IsolationForest = RandomForestClassifier

__module__ = "sklearn.tree"

class DecisionTreeClassifier:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
DecisionTreeRegressor = ExtraTreeClassifier = ExtraTreeRegressor = DecisionTreeClassifier

__module__ = "sklearn.cluster"

class KMeans:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
MiniBatchKMeans = BisectingKMeans = SpectralClustering = AffinityPropagation = KMeans

__module__ = "sklearn.mixture"

class GaussianMixture:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
BayesianGaussianMixture = GaussianMixture

__module__ = "sklearn.manifold"

class TSNE:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
MDS = TSNE

__module__ = "sklearn.decomposition"

class FastICA:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
LatentDirichletAllocation = MiniBatchSparsePCA = FastICA

__module__ = "sklearn.neural_network"

class MLPClassifier:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
MLPRegressor = BernoulliRBM = MLPClassifier

__module__ = "sklearn.linear_model"

class SGDClassifier:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
SGDRegressor = SGDOneClassSVM = PassiveAggressiveClassifier = PassiveAggressiveRegressor = SGDClassifier
RANSACRegressor = SGDClassifier

__module__ = "sklearn.kernel_approximation"

class Nystroem:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
RBFSampler = SkewedChi2Sampler = PolynomialCountSketch = Nystroem

__module__ = "sklearn.random_projection"

class GaussianRandomProjection:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
SparseRandomProjection = GaussianRandomProjection

__module__ = "sklearn.model_selection"

class ShuffleSplit:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
StratifiedShuffleSplit = GroupShuffleSplit = RepeatedKFold = RepeatedStratifiedKFold = ShuffleSplit
RandomizedSearchCV = ShuffleSplit
class KFold:
    def __init__(self, n_splits=5, *, shuffle=False, random_state=None) -> (DrawsLater["numpy.random"] if random_state is None else Pure) if shuffle else Pure: ...
StratifiedKFold = StratifiedGroupKFold = KFold

__module__ = "imblearn.over_sampling"

class SMOTE:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...
RandomOverSampler = ADASYN = BorderlineSMOTE = SVMSMOTE = SMOTENC = SMOTE

__module__ = "imblearn.under_sampling"

class RandomUnderSampler:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...

__module__ = "numpy.random"

def default_rng(seed=None) -> DrawsLater["entropy"] if seed is None else Pure: ...
class RandomState:
    def __init__(self, seed=None) -> DrawsLater["entropy"] if seed is None else Pure: ...
SeedSequence = RandomState

__module__ = "random"

class Random:
    def __init__(self, x=None) -> DrawsLater["entropy"] if x is None else Pure: ...

__module__ = "umap"

class UMAP:
    def __init__(self, *args, random_state=None, **kwargs) -> DrawsLater["numpy.random"] if random_state is None else Pure: ...

__module__ = "tensorflow.random"

def set_seed(seed) -> Writes[World["tensorflow.random"]]: ...
def uniform(*args, seed=None, **kwargs) -> Draws["tensorflow.random"] if seed is None else Pure: ...
normal = truncated_normal = shuffle = categorical = gamma = poisson = uniform

__module__ = "tensorflow.compat.v1"

def set_random_seed(seed) -> Writes[World["tensorflow.random"]]: ...

__module__ = "tensorflow"

def set_random_seed(seed) -> Writes[World["tensorflow.random"]]: ...  # until 1.15

__module__ = "keras.utils"

def set_random_seed(seed) -> Writes[World["random"], World["numpy.random"], World["tensorflow.random"]]: ...

__module__ = "tensorflow.keras.utils"

def set_random_seed(seed) -> Writes[World["random"], World["numpy.random"], World["tensorflow.random"]]: ...

__module__ = "lightning"

def seed_everything(seed=None, workers=False, **kwargs) -> Writes[World["random"], World["numpy.random"], World["torch.random"]]: ...

__module__ = "pytorch_lightning"

def seed_everything(seed=None, workers=False, **kwargs) -> Writes[World["random"], World["numpy.random"], World["torch.random"]]: ...

__module__ = "transformers"

def set_seed(seed, **kwargs) -> Writes[World["random"], World["numpy.random"], World["torch.random"], World["tensorflow.random"]]: ...

__module__ = "keras.layers"

class Dense:
    def __init__(self, *args, **kwargs) -> DrawsLater["tensorflow.random"]: ...
Conv1D = Conv2D = Conv3D = Conv2DTranspose = SeparableConv2D = Embedding = LSTM = GRU = SimpleRNN = Dropout = Dense

__module__ = "tensorflow.keras.layers"

class Dense:
    def __init__(self, *args, **kwargs) -> DrawsLater["tensorflow.random"]: ...
Conv1D = Conv2D = Conv3D = Conv2DTranspose = SeparableConv2D = Embedding = LSTM = GRU = SimpleRNN = Dropout = Dense
