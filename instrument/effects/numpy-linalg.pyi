"""numpy's submodules whose functions only read: linear algebra, Fourier transforms, polynomials, strings, tests."""
__module__ = "numpy.linalg"

def multi_dot(arrays, *, out=None) -> Mutates[out] if out is not None else Pure: ...
def norm(*args, **kwargs) -> Pure: ...
cholesky = cond = cross = det = diagonal = eig = eigh = eigvals = eigvalsh = inv = lstsq = matmul = norm
matrix_norm = matrix_power = matrix_rank = matrix_transpose = outer = pinv = qr = slogdet = solve = svd = norm
svdvals = tensordot = tensorinv = tensorsolve = trace = vecdot = vector_norm = norm

__module__ = "numpy.fft"

def fft(a, n=None, axis=-1, norm=None, out=None) -> Mutates[out] if out is not None else Pure: ...
ifft = rfft = irfft = hfft = ihfft = fft
def fft2(a, s=None, axes=..., norm=None, out=None) -> Mutates[out] if out is not None else Pure: ...
ifft2 = rfft2 = irfft2 = fftn = ifftn = rfftn = irfftn = fft2
def fftshift(x, axes=None) -> Pure: ...
ifftshift = fftshift
def fftfreq(*args, **kwargs) -> Pure: ...
rfftfreq = fftfreq

__module__ = "numpy.polynomial"

class Polynomial:
    def __init__(self, coef, *args, **kwargs) -> Pure: ...
    def __call__(self, arg) -> Pure: ...
    def __default__(self, *args, **kwargs) -> Pure: ...
Chebyshev = Hermite = HermiteE = Laguerre = Legendre = Polynomial

__module__ = "numpy.testing"

def assert_allclose(*args, **kwargs) -> Pure: ...
assert_almost_equal = assert_approx_equal = assert_array_almost_equal = assert_array_equal = assert_allclose
assert_array_less = assert_equal = assert_string_equal = assert_allclose

__module__ = "numpy.lib.stride_tricks"

def as_strided(x, *args, **kwargs) -> Pure: ...
sliding_window_view = as_strided

__module__ = "numpy.strings"

def __default__(*args, out=None, **kwargs) -> Mutates[out] if out is not None else Pure: ...

__module__ = "numpy.char"

def __default__(*args, out=None, **kwargs) -> Mutates[out] if out is not None else Pure: ...

__module__ = "numpy.polynomial.chebyshev"

def __default__(*args, **kwargs) -> Calls[args]: ...

__module__ = "numpy.polynomial.polynomial"
__module__ = "numpy.polynomial.legendre"
__module__ = "numpy.polynomial.hermite"
