def plain(v):
    return v.tolist() if hasattr(v, 'tolist') else v.to_dict() if hasattr(v, 'to_dict') else vars(v) if hasattr(v, '__dict__') else v
y = str([xs, zs, rows, d, words, vars(p), vars(q), sorted(k for k in vars(P) if k[0] != '_'), P.get(types.SimpleNamespace(v=0)), vars(ns), t, nt, arr.tolist(), df.to_dict(), list(df.columns), df.index.name, dict(df.attrs), ser.to_dict(), ser.name, sorted(st), list(dq), bytes(ba), sorted(ct.items()), sorted(dd.items()), list(od.items())])
