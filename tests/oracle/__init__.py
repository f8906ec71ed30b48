"""Oracles: the same queries, answered by code that shares nothing with the core.

`scene`        the content of a world, in plain Python
`arrangement`  exact rational cells of a small scene: area, freedom, components
`visibility`   exact visibility graph on that arrangement: shortest lengths from below
`union`        shapely: area, freedom and components of scenes with any doubles
`distances`    numpy: clearance by brute force, measured paths
`canonical`    meshes as sorted arrays, to be compared triangle for triangle
"""
