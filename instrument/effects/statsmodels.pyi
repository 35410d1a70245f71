"""statsmodels: a fit changes the model and gives results, which are read; formulas name variables of the notebook."""
__module__ = "statsmodels.base.model"

class Model:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def from_formula(cls, formula, data, *args, **kwargs) -> ReadsNames[formula]: ...
    def fit(self, *args, **kwargs) -> Mutates[self] & Calls[kwargs] & Draws["numpy.random"]: ...
    fit_regularized = fit_constrained = fit_map = fit_vb = iterative_fit = fit  # in subclasses
    initialize = fit  # in subclasses
    def __default__(self, *args, **kwargs) -> Mutates[self] & Calls[args] & Calls[kwargs]: ...
    def predict(self, *args, **kwargs) -> Pure: ...  # in subclasses
    def get_distribution(self, *args, **kwargs) -> Pure: ...  # in subclasses
class Results:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def initialize(self, *args, **kwargs) -> Mutates[self]: ...
    def remove_data(self) -> Mutates[self, self.model, self.model.data]: ...  # in subclasses
    def save(self, fname, remove_data=False) -> WritesFile[fname] & Mutates[self, self.mle_settings] & (Mutates[self.model, self.model.data] if remove_data else Pure): ...  # in subclasses
    def load(cls, fname) -> ReadsFile[fname]: ...  # in subclasses
    def bootstrap(self, *args, **kwargs) -> Draws["numpy.random"] & Mutates[self]: ...  # in subclasses
    def simulate(self, *args, random_state=None, rng=None, **kwargs) -> Draws["numpy.random"] & Mutates[random_state, rng]: ...  # in subclasses
    def plot_predict(self, *args, **kwargs) -> Mutates[World["matplotlib.figure"], kwargs]: ...  # in subclasses
    plot_diagnostics = plot_added_variable = plot_partial_residuals = plot_ceres_residuals = plot_predict  # in subclasses
    plot_cusum = plot_cusum_squares = plot_recursive_coefficient = plot_predict  # in subclasses
    def __default__(self, *args, **kwargs) -> Calls[args] & Calls[kwargs]: ...

__module__ = "statsmodels.genmod.generalized_linear_model"

class GLM:
    def hessian(self, *args, **kwargs) -> Unknown: ...
    information = hessian

__module__ = "statsmodels.regression.linear_model"

class OLS:
    __base__: Returns["statsmodels.base.model.Model"]
    def fit(self, *args, **kwargs) -> Mutates[self] & Calls[kwargs]: ...  # least squares draw nothing

__module__ = "statsmodels.discrete.discrete_model"

class Logit:
    __base__: Returns["statsmodels.base.model.Model"]
    def fit(self, start_params=None, method='newton', *args, **kwargs) -> Mutates[self] & Calls[kwargs] & (Draws["numpy.random"] if method == 'basinhopping' else Pure): ...

__module__ = "statsmodels.tsa.statespace.mlemodel"

class MLEModel:
    def fit(self, *args, **kwargs) -> Unknown & Draws["numpy.random"]: ...
    def __default__(self, *args, **kwargs) -> Unknown: ...  # it works on the filter that it holds

__module__ = "statsmodels.base.wrapper"

class ResultsWrapper:
    def __init__(self, results) -> Pure: ...
    def save(self, fname, remove_data=False) -> WritesFile[fname] & Mutates[self, self._results, self._results.mle_settings] & (Mutates[self.model, self.model.data] if remove_data else Pure): ...
    def load(cls, fname) -> ReadsFile[fname]: ...

__module__ = "statsmodels.api"

def load(fname) -> ReadsFile[fname]: ...
load_pickle = load
def qqplot(data, *args, ax=None, **kwargs) -> Mutates[World["matplotlib.figure"], ax]: ...
qqline = qqplot_2samples = qqplot
def webdoc(*args, **kwargs) -> Sends["network"]: ...
def __default__(*args, **kwargs) -> Pure: ...
class ProbPlot:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def qqplot(self, *args, ax=None, **kwargs) -> Mutates[World["matplotlib.figure"], ax]: ...
    ppplot = probplot = qqplot

__module__ = "statsmodels.graphics.api"

def abline_plot(*args, ax=None, fig=None, **kwargs) -> Mutates[World["matplotlib.figure"], ax, fig]: ...
def __default__(*args, ax=None, fig=None, **kwargs) -> Mutates[World["matplotlib.figure"], ax, fig] & Calls[args] & Calls[kwargs]: ...

__module__ = "statsmodels.graphics.tsaplots"

def plot_acf(x, ax=None, *args, **kwargs) -> Mutates[World["matplotlib.figure"], ax]: ...
plot_pacf = plot_acf

__module__ = "statsmodels.stats.api"

def __default__(*args, **kwargs) -> Calls[args] & Calls[kwargs]: ...

__module__ = "statsmodels.stats.anova"
__module__ = "statsmodels.stats.multitest"
__module__ = "statsmodels.stats.diagnostic"
__module__ = "statsmodels.stats.outliers_influence"
__module__ = "statsmodels.stats.stattools"
__module__ = "statsmodels.stats.weightstats"
__module__ = "statsmodels.stats.proportion"
__module__ = "statsmodels.stats.power"
__module__ = "statsmodels.tsa.stattools"
__module__ = "statsmodels.tsa.seasonal"
__module__ = "statsmodels.tsa.filters.api"
__module__ = "statsmodels.tools.tools"
__module__ = "statsmodels.tools.eval_measures"
__module__ = "statsmodels.tsa.ar_model"
__module__ = "statsmodels.tsa.deterministic"
__module__ = "statsmodels.tsa.arima_process"
__module__ = "statsmodels.robust.scale"
__module__ = "statsmodels.iolib.summary2"
__module__ = "statsmodels.stats.moment_helpers"
__module__ = "statsmodels.nonparametric.api"

class KDEUnivariate:
    def __init__(self, endog) -> Pure: ...
    def fit(self, *args, **kwargs) -> Mutates[self]: ...
    def evaluate(self, point) -> Pure: ...
    icdf = evaluate

__module__ = "statsmodels.formula.api"

def ols(formula, data, *args, **kwargs) -> ReadsNames[formula] & Returns["statsmodels.regression.linear_model.OLS"]: ...
def logit(formula, data, *args, **kwargs) -> ReadsNames[formula] & Returns["statsmodels.discrete.discrete_model.Logit"]: ...
def __default__(formula, data, *args, **kwargs) -> ReadsNames[formula] & Calls[args] & Calls[kwargs]: ...

__module__ = "statsmodels.genmod.families.family"

class Family:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def __default__(self, *args, **kwargs) -> Pure: ...

__module__ = "statsmodels.genmod.families.links"

class Link:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def __call__(self, p) -> Pure: ...
    def __default__(self, *args, **kwargs) -> Pure: ...

__module__ = "statsmodels.datasets.utils"

def get_rdataset(*args, **kwargs) -> Reads[World["network"]]: ...
webuse = get_rdataset

__module__ = "patsy"

def dmatrices(formula_like, data=None, *args, **kwargs) -> ReadsNames[formula_like]: ...
dmatrix = dmatrices
