"""matplotlib objects: a method of an artist changes it; getters read."""
__module__ = "matplotlib.artist"

class Artist:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def __default__(self, *args, **kwargs) -> Mutates[self] & Reads[World["matplotlib.options"]]: ...
    def write_png(self, fname) -> WritesFile[fname]: ...  # in subclasses
    def findobj(self, match=None, include_self=True) -> Calls[match]: ...
    def get_label(self, *args, **kwargs) -> Pure: ...
    get_agg_filter = get_alpha = get_animated = get_children = get_clip_box = get_clip_on = get_label
    get_clip_path = get_cursor_data = get_figure = get_gid = get_in_layout = get_mouseover = get_label
    get_path_effects = get_picker = get_rasterized = get_sketch_params = get_snap = get_label
    get_tightbbox = get_transform = get_transformed_clip_path_and_affine = get_url = get_visible = get_label
    get_window_extent = get_zorder = contains = convert_xunits = convert_yunits = have_units = get_label
    is_transform_set = pickable = properties = format_cursor_data = get_label
    get_aa = get_adjustable = get_alignment = get_anchor = get_angle = get_angles = get_label  # in subclasses
    get_anncoords = get_annotation_clip = get_antialiased = get_antialiaseds = get_array = get_label  # in subclasses
    get_arrowstyle = get_aspect = get_autoscale_on = get_autoscalex_on = get_autoscaley_on = get_label  # in subclasses
    get_autoscalez_on = get_axes = get_axes_locator = get_axis_position = get_axisbelow = get_label  # in subclasses
    get_bbox = get_bbox_patch = get_bbox_to_anchor = get_bounds = get_box_aspect = get_boxstyle = get_label  # in subclasses
    get_c = get_capstyle = get_celld = get_center = get_child = get_clim = get_closed = get_cmap = get_label  # in subclasses
    get_co_vertices = get_color = get_colors = get_connectionstyle = get_constrained_layout = get_label  # in subclasses
    get_constrained_layout_pads = get_converter = get_coordinates = get_corners = get_label  # in subclasses
    get_dash_capstyle = get_dash_joinstyle = get_dashes = get_data = get_data_3d = get_label  # in subclasses
    get_data_interval = get_data_ratio = get_data_transform = get_datalim = get_label  # in subclasses
    get_default_bbox_extra_artists = get_default_handler_map = get_depthshade = get_dpi = get_label  # in subclasses
    get_draggable = get_drawstyle = get_ds = get_ec = get_edgecolor = get_edgecolors = get_label  # in subclasses
    get_edgegapcolor = get_extent = get_extents = get_facecolor = get_facecolors = get_family = get_label  # in subclasses
    get_fc = get_figheight = get_figwidth = get_fill = get_fillstyle = get_filternorm = get_label  # in subclasses
    get_filterrad = get_font = get_font_properties = get_fontfamily = get_fontfeatures = get_label  # in subclasses
    get_fontname = get_fontproperties = get_fontsize = get_fontstyle = get_fontvariant = get_label  # in subclasses
    get_fontweight = get_forward_navigation_events = get_frame = get_frame_on = get_frameon = get_label  # in subclasses
    get_gapcolor = get_gridlines = get_gridspec = get_ha = get_hatch = get_hatch_linewidth = get_label  # in subclasses
    get_hatchcolor = get_height = get_heights = get_horizontalalignment = get_images = get_label  # in subclasses
    get_interpolation = get_interpolation_stage = get_inverted = get_joinstyle = get_label  # in subclasses
    get_label_position = get_label_text = get_language = get_layout_engine = get_legend = get_label  # in subclasses
    get_legend_handler = get_legend_handler_map = get_legend_handles_labels = get_linelength = get_label  # in subclasses
    get_lineoffset = get_lines = get_linespacing = get_linestyle = get_linestyles = get_label  # in subclasses
    get_linewidth = get_linewidths = get_loc = get_ls = get_lw = get_major_formatter = get_label  # in subclasses
    get_major_locator = get_major_ticks = get_majorticklabels = get_majorticklines = get_label  # in subclasses
    get_majorticklocs = get_marker = get_markeredgecolor = get_markeredgewidth = get_label  # in subclasses
    get_markerfacecolor = get_markerfacecoloralt = get_markersize = get_markevery = get_label  # in subclasses
    get_math_fontfamily = get_mec = get_mew = get_mfc = get_mfcalt = get_minor_formatter = get_label  # in subclasses
    get_minor_locator = get_minor_ticks = get_minorticklabels = get_minorticklines = get_label  # in subclasses
    get_minorticklocs = get_minpos = get_ms = get_multilinebaseline = get_mutation_aspect = get_label  # in subclasses
    get_mutation_scale = get_name = get_navigate = get_navigate_mode = get_numsides = get_offset = get_label  # in subclasses
    get_offset_text = get_offset_transform = get_offsets = get_orientation = get_pad = get_label  # in subclasses
    get_parse_math = get_patch_transform = get_patches = get_path = get_paths = get_pickradius = get_label  # in subclasses
    get_position = get_position_3d = get_positions = get_proj = get_radii = get_radius = get_label  # in subclasses
    get_rasterization_zorder = get_remove_overlapping_locs = get_required_width = get_resample = get_label  # in subclasses
    get_rlabel_position = get_rmax = get_rmin = get_rorigin = get_rotate_label = get_rotation = get_label  # in subclasses
    get_rotation_mode = get_rsign = get_scale = get_segments = get_shape = get_shared_x_axes = get_label  # in subclasses
    get_shared_y_axes = get_size = get_size_inches = get_sizes = get_slope = get_solid_capstyle = get_label  # in subclasses
    get_solid_joinstyle = get_spine_transform = get_stretch = get_style = get_subplotspec = get_label  # in subclasses
    get_suptitle = get_supxlabel = get_supylabel = get_text = get_text_bounds = get_texts = get_label  # in subclasses
    get_theta_direction = get_theta_offset = get_thetamax = get_thetamin = get_tick_padding = get_label  # in subclasses
    get_tick_params = get_tick_space = get_tickdir = get_ticklabels = get_ticklines = get_label  # in subclasses
    get_ticklocs = get_ticks_direction = get_ticks_position = get_tight_layout = get_title = get_label  # in subclasses
    get_transOffset = get_transform_rotates_text = get_transforms = get_unitless_position = get_label  # in subclasses
    get_units = get_urls = get_usetex = get_va = get_variant = get_vector = get_label  # in subclasses
    get_verticalalignment = get_vertices = get_verts = get_view_interval = get_visible_children = get_label  # in subclasses
    get_w_lims = get_weight = get_width = get_widths = get_wrap = get_x = get_xaxis = get_label  # in subclasses
    get_xaxis_text1_transform = get_xaxis_text2_transform = get_xaxis_transform = get_xbound = get_label  # in subclasses
    get_xdata = get_xgridlines = get_xinverted = get_xlabel = get_xlim = get_xlim3d = get_label  # in subclasses
    get_xmajorticklabels = get_xmargin = get_xminorticklabels = get_xscale = get_xticklabels = get_label  # in subclasses
    get_xticklines = get_xticks = get_xy = get_xy1 = get_xy2 = get_xydata = get_y = get_yaxis = get_label  # in subclasses
    get_yaxis_text1_transform = get_yaxis_text2_transform = get_yaxis_transform = get_ybound = get_label  # in subclasses
    get_ydata = get_ygridlines = get_yinverted = get_ylabel = get_ylim = get_ylim3d = get_label  # in subclasses
    get_ymajorticklabels = get_ymargin = get_yminorticklabels = get_yscale = get_yticklabels = get_label  # in subclasses
    get_yticklines = get_yticks = get_zaxis = get_zbound = get_zgridlines = get_zinverted = get_label  # in subclasses
    get_zlabel = get_zlim = get_zlim3d = get_zmajorticklabels = get_zmargin = get_label  # in subclasses
    get_zminorticklabels = get_zoom = get_zscale = get_zticklabels = get_zticklines = get_zticks = get_label  # in subclasses
    has_data = in_axes = can_pan = can_zoom = contains_point = xaxis_inverted = yaxis_inverted = get_label  # in subclasses
    format_coord = format_xdata = format_ydata = get_label  # in subclasses

__module__ = "matplotlib.figure"

class Figure:
    __base__: Returns["matplotlib.artist.Artist"]
    __current__: Returns[self]
    def add_subplot(self, *args, **kwargs) -> Mutates[self] & Reads[World["matplotlib.options"]] & Returns[Part[self, "matplotlib.axes.Axes"]]: ...
    add_axes = gca = add_subplot
    def subplots(self, nrows=1, ncols=1, *args, **kwargs) -> Mutates[self] & Reads[World["matplotlib.options"]] & (Returns[Part[self, "matplotlib.axes.Axes"]] if nrows == 1 and ncols == 1 else Returns[("numpy.ndarray", Part[self, "matplotlib.axes.Axes"])]): ...
    def savefig(self, fname, **kwargs) -> WritesFile[fname]: ...
    def show(self, warn=True) -> Pure: ...
    def sca(self, a: Held) -> Mutates[self]: ...

__module__ = "matplotlib.backend_bases"

class FigureCanvasBase:
    def mpl_connect(self: Held, s, func: Held) -> Mutates[self.figure]: ...
    def mpl_disconnect(self: Held, cid) -> Mutates[self.figure]: ...
    def draw(self: Held, *args, **kwargs) -> Mutates[self.figure] & Reads[self.figure, World["matplotlib.options"]]: ...  # in subclasses
    draw_idle = draw
    def print_figure(self: Held, filename, *args, **kwargs) -> Mutates[self.figure] & Reads[self.figure, World["matplotlib.options"]] & WritesFile[filename]: ...

__module__ = "matplotlib.axes"

class Axes:
    __base__: Returns["matplotlib.artist.Artist"]
    figure: Returns["matplotlib.figure.Figure"]
    def get_figure(self, *args, **kwargs) -> Pure & Returns[Part[self, "matplotlib.figure.Figure"]]: ...
    def __init__(self, fig, *args, **kwargs) -> Mutates[fig]: ...
    def sharex(self, other) -> Mutates[self, other]: ...
    sharey = sharex
    def twinx(self) -> Mutates[self] & Reads[World["matplotlib.options"]] & Returns[Part[self, "matplotlib.axes.Axes"]]: ...
    twiny = inset_axes = twinx
    def legend(self, *args, **kwargs) -> Mutates[self]: ...

__module__ = "matplotlib.cbook"

class CallbackRegistry:
    def connect(self: Held, signal, func: Held) -> Mutates[self]: ...
    def disconnect(self: Held, cid) -> Mutates[self]: ...

__module__ = "matplotlib.colorbar"

class Colorbar:
    def __default__(self, *args, **kwargs) -> Mutates[self]: ...

__module__ = "matplotlib.container"

class Container:
    def remove(self) -> Mutates[self]: ...
    def get_label(self) -> Pure: ...
    def set_label(self, s) -> Mutates[self]: ...

__module__ = "matplotlib.colors"

class Colormap:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def __call__(self, X, alpha=None, bytes=False) -> Pure: ...
    def from_list(cls, *args, **kwargs) -> Pure: ...  # in subclasses
    def set_bad(self, *args, **kwargs) -> Mutates[self]: ...
    set_under = set_over = set_extremes = set_bad
    def __default__(self, *args, **kwargs) -> Pure: ...
class Normalize:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def __call__(self, value, clip=None) -> Mutates[self]: ...
    def autoscale(self, A) -> Mutates[self]: ...
    autoscale_None = autoscale
    def inverse(self, value) -> Pure: ...
    def scaled(self) -> Pure: ...
def to_rgb(c) -> Pure: ...
to_hex = to_rgba = to_rgba_array = is_color_like = same_color = to_rgb

__module__ = "matplotlib.ticker"

class TickHelper:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def __default__(self, *args, **kwargs) -> Mutates[self]: ...

__module__ = "matplotlib.gridspec"

class GridSpecBase:
    def __init__(self, nrows, ncols, *args, **kwargs) -> Pure: ...
    def update(self, **kwargs) -> Mutates[self]: ...  # in subclasses
    def tight_layout(self, figure, *args, **kwargs) -> Mutates[self, figure]: ...  # in subclasses
    def set_height_ratios(self, height_ratios) -> Mutates[self]: ...
    def set_width_ratios(self, width_ratios) -> Mutates[self]: ...
    def __default__(self, *args, **kwargs) -> Pure: ...

__module__ = "matplotlib.image"

def imread(fname, format=None) -> ReadsFile[fname]: ...
def imsave(fname, arr, **kwargs) -> WritesFile[fname]: ...

__module__ = "matplotlib.animation"

class Animation:
    def save(self, filename, *args, **kwargs) -> WritesFile[filename] & Calls[kwargs] & Mutates[self, self._fig]: ...
    def to_jshtml(self, *args, **kwargs) -> Mutates[self, self._fig]: ...
    to_html5_video = pause = resume = to_jshtml
class FuncAnimation:
    def __init__(self, fig, func, *args, **kwargs) -> Mutates[fig] & Calls[func] & Calls[kwargs] & Escapes["an animation calls its function when it is drawn"]: ...

__module__ = "matplotlib.cm"

def get_cmap(*args, **kwargs) -> Reads[World["matplotlib.options"]]: ...  # until 3.8
class ScalarMappable:
    def __init__(self, *args, **kwargs) -> Pure: ...
    def to_rgba(self, *args, **kwargs) -> Mutates[self]: ...

__module__ = "matplotlib.dates"

def date2num(*args, **kwargs) -> Pure: ...
num2date = datestr2num = drange = date2num

__module__ = "matplotlib.tri"

def Triangulation(*args, **kwargs) -> Pure: ...

__module__ = "cycler"

def cycler(*args, **kwargs) -> Pure: ...
