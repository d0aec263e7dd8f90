"""One graph as each tool writes it: `Top left` in #ffcc00 beside `B` in #336699."""

YED = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <!--Created by yEd 3.23-->
  <key attr.name="Description" attr.type="string" for="graph" id="d0"/>
  <key attr.name="url" attr.type="string" for="node" id="d4"/>
  <key for="node" id="d6" yfiles.type="nodegraphics"/>
  <key for="graphml" id="d7" yfiles.type="resources"/>
  <key for="edge" id="d10" yfiles.type="edgegraphics"/>
  <graph edgedefault="directed" id="G">
    <data key="d0" xml:space="preserve"/>
    <node id="n0">
      <data key="d4" xml:space="preserve"/>
      <data key="d6">
        <y:ShapeNode>
          <y:Geometry height="30.0" width="30.0" x="585.0" y="345.0"/>
          <y:Fill color="#FFCC00" transparent="false"/>
          <y:BorderStyle color="#000000" raised="false" type="line" width="1.0"/>
          <y:NodeLabel alignment="center" textColor="#000000">Top left<y:LabelModel>
              <y:SmartNodeLabelModel distance="4.0"/></y:LabelModel></y:NodeLabel>
          <y:Shape type="rectangle"/>
        </y:ShapeNode>
      </data>
    </node>
    <node id="n1" yfiles.foldertype="group">
      <data key="d6">
        <y:ProxyAutoBoundsNode><y:Realizers active="0"><y:GroupNode>
          <y:Fill color="#F5F5F5" transparent="false"/><y:NodeLabel>Group 1</y:NodeLabel>
        </y:GroupNode></y:Realizers></y:ProxyAutoBoundsNode>
      </data>
      <graph edgedefault="directed" id="n1:">
        <node id="n1::n0">
          <data key="d6">
            <y:GenericNode configuration="com.yworks.flowchart.process">
              <y:Fill color="#33669980" color2="#B7C9E3" transparent="false"/>
              <y:NodeLabel>B</y:NodeLabel>
            </y:GenericNode>
          </data>
        </node>
      </graph>
    </node>
    <edge id="e0" source="n0" target="n1::n0">
      <data key="d10"><y:PolyLineEdge><y:LineStyle color="#000000"/></y:PolyLineEdge></data>
    </edge>
  </graph>
  <data key="d7"><y:Resources/></data>
</graphml>"""
GEPHI_GRAPHML = """\
<?xml version="1.0" encoding="UTF-8"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key attr.name="label" attr.type="string" for="node" id="label"/>
<key attr.name="weight" attr.type="double" for="edge" id="weight"/>
<key attr.name="r" attr.type="int" for="node" id="r"/>
<key attr.name="g" attr.type="int" for="node" id="g"/>
<key attr.name="b" attr.type="int" for="node" id="b"/>
<graph edgedefault="undirected">
<node id="0"><data key="label">Top left</data><data key="r">255</data><data key="g">204</data>
<data key="b">0</data></node>
<node id="1"><data key="label">B</data><data key="r">51</data><data key="g">102</data>
<data key="b">153</data></node>
<edge id="0" source="0" target="1"><data key="weight">1.0</data></edge>
</graph>
</graphml>"""
SIGMA = """\
{"nodes": [{"label": "Top left", "x": 1.5, "id": "a", "color": "rgb(255,204,0)", "size": 4.0,
  "attributes": {"Modularity Class": "3"}},
  {"label": "B", "id": "b", "color": "rgba(51, 102, 153, 0.6)", "attributes": {}}],
 "edges": [{"source": "a", "target": "b", "id": "0", "attributes": {}, "color": "rgb(0,0,0)"}]}"""
GRAPHOLOGY = """\
{"attributes": {"creator": "Gephi 0.10.1"}, "options": {"multi": true, "type": "undirected"},
 "nodes": [{"key": "0", "attributes": {"label": "Top left", "x": 1.5, "color": "#ffcc00"}},
           {"key": "1", "attributes": {"label": "B", "color": "#336699"}}],
 "edges": [{"key": "e", "source": "0", "target": "1", "attributes": {"weight": 1.0}}]}"""
DIALECTS = {
    "yEd's GraphML": YED,
    "Gephi's GraphML": GEPHI_GRAPHML,
    "sigma.js": SIGMA,
    "Gephi's JSON": GRAPHOLOGY,
}
