"""scikit-learn: metrics, and the datasets that come with it."""
__module__ = "sklearn.metrics"

def make_scorer(score_func: Held, **kwargs: Held) -> Pure: ...
def get_scorer(scoring: Held) -> Pure: ...
def silhouette_score(X, labels, *, metric='euclidean', sample_size=None, random_state=None, **kwds) -> (Pure if sample_size is None else Draws["numpy.random"]) if random_state is None else Mutates[random_state]: ...
def accuracy_score(*args, **kwargs) -> Pure: ...
adjusted_mutual_info_score = adjusted_rand_score = auc = average_precision_score = accuracy_score
balanced_accuracy_score = brier_score_loss = calinski_harabasz_score = class_likelihood_ratios = accuracy_score
classification_report = cohen_kappa_score = completeness_score = confusion_matrix = accuracy_score
consensus_score = coverage_error = d2_absolute_error_score = d2_log_loss_score = d2_pinball_score = accuracy_score
d2_tweedie_score = davies_bouldin_score = dcg_score = det_curve = explained_variance_score = accuracy_score
euclidean_distances = f1_score = fbeta_score = fowlkes_mallows_score = hamming_loss = hinge_loss = accuracy_score
homogeneity_completeness_v_measure = homogeneity_score = jaccard_score = log_loss = matthews_corrcoef = accuracy_score
label_ranking_average_precision_score = label_ranking_loss = max_error = mean_absolute_error = accuracy_score
mean_absolute_percentage_error = mean_gamma_deviance = mean_pinball_loss = mean_poisson_deviance = accuracy_score
mean_squared_error = mean_squared_log_error = mean_tweedie_deviance = median_absolute_error = accuracy_score
multilabel_confusion_matrix = mutual_info_score = nan_euclidean_distances = ndcg_score = accuracy_score
normalized_mutual_info_score = pair_confusion_matrix = precision_recall_curve = accuracy_score
pairwise_distances_argmin = pairwise_distances_argmin_min = accuracy_score
precision_recall_fscore_support = precision_score = r2_score = rand_score = recall_score = accuracy_score
roc_auc_score = roc_curve = root_mean_squared_error = root_mean_squared_log_error = accuracy_score
silhouette_samples = top_k_accuracy_score = v_measure_score = zero_one_loss = accuracy_score
def pairwise_distances(X, Y=None, metric='euclidean', **kwds) -> Calls[metric]: ...
pairwise_kernels = pairwise_distances

class ConfusionMatrixDisplay:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def plot(self, *args, ax=None, **kwargs) -> Mutates[self, World["matplotlib.figure"], ax]: ...
    def from_estimator(cls, *args, ax=None, **kwargs) -> Mutates[World["matplotlib.figure"], ax]: ...
    from_predictions = from_estimator
RocCurveDisplay = PrecisionRecallDisplay = DetCurveDisplay = PredictionErrorDisplay = ConfusionMatrixDisplay

__module__ = "sklearn.metrics.pairwise"

def cosine_similarity(*args, **kwargs) -> Pure: ...
cosine_distances = linear_kernel = rbf_kernel = polynomial_kernel = manhattan_distances = cosine_similarity
euclidean_distances = haversine_distances = cosine_similarity

__module__ = "sklearn.datasets"

def load_iris(**kwargs) -> Pure: ...
load_breast_cancer = load_diabetes = load_digits = load_linnerud = load_wine = load_sample_image = load_iris
load_sample_images = load_iris
def fetch_california_housing(**kwargs) -> Reads[World["network"], World["files"]]: ...
fetch_openml = fetch_20newsgroups_vectorized = fetch_species_distributions = fetch_california_housing
def make_classification(*args, random_state=None, **kwargs) -> Draws["numpy.random"] if random_state is None else Mutates[random_state]: ...
make_regression = make_blobs = make_moons = make_circles = make_friedman1 = make_friedman2 = make_classification
make_friedman3 = make_gaussian_quantiles = make_hastie_10_2 = make_low_rank_matrix = make_classification
make_multilabel_classification = make_s_curve = make_swiss_roll = make_sparse_uncorrelated = make_classification
make_spd_matrix = make_sparse_spd_matrix = make_sparse_coded_signal = make_classification
make_biclusters = make_checkerboard = make_classification
def load_files(container_path, *args, random_state=0, **kwargs) -> Reads[World["files"]]: ...
def load_svmlight_file(f, *args, **kwargs) -> ReadsFile[f]: ...
def dump_svmlight_file(X, y, f, **kwargs) -> WritesFile[f]: ...
