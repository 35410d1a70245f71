"""geopandas: the attributes of a frame that are about its geometry read this column. What is stored there keeps the reference system."""
__module__ = "geopandas"

class GeoDataFrame:
    __items__: Fields[self]
    active_geometry_name: Reads[self._geometry_column_name]
    geometry: Reads[self[self._geometry_column_name], self._geometry_column_name]
    crs = area = boundary = bounds = centroid = convex_hull = envelope = exterior = geom_type = geometry
    has_m = has_z = interiors = is_ccw = is_closed = is_empty = is_ring = is_simple = is_valid = length = geometry
    sindex = total_bounds = type = unary_union = geometry
    def __setitem__(self: Held, key, value) -> (Reads[self[key]] if key == self._geometry_column_name else Pure) & Writes[self[key]]: ...
