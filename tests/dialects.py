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
GEPHI_GEXF = """\
<?xml version='1.0' encoding='UTF-8'?>
<gexf xmlns="http://gexf.net/1.3" version="1.3" xmlns:viz="http://gexf.net/1.3/viz">
  <meta lastmodifieddate="2026-03-01"><creator>Gephi 0.10.1</creator><title></title></meta>
  <graph defaultedgetype="undirected" mode="static">
    <attributes class="node" mode="static">
      <attribute id="modularity_class" title="Modularity Class" type="integer">
        <default>0</default>
      </attribute>
    </attributes>
    <nodes>
      <node id="0" label="Top left">
        <attvalues><attvalue for="modularity_class" value="3"></attvalue></attvalues>
        <viz:size value="28.6"></viz:size>
        <viz:position x="-266.8" y="299.6"></viz:position>
        <viz:color r="255" g="204" b="0"></viz:color>
      </node>
      <node id="1" label="B"><viz:color hex="#336699" a="0.6"/></node>
    </nodes>
    <edges><edge id="0" source="0" target="1"><viz:color r="1" g="2" b="3"/></edge></edges>
  </graph>
</gexf>"""
GEPHI_GML = """\
Creator "Gephi"
graph
[
  directed 0
  node
  [
    id 0
    label "Top left"
    graphics
    [
      x -266.8
      z 0.0
      w 2.8E-1
      fill "#ffcc00"
    ]
  ]
  node [ id 1 label "B" graphics [ fill "#336699" ] ]
  edge
  [
    id 0
    source 0
    target 1
    value 1.0
  ]
]"""
YED_GML = """\
Creator\t"yFiles"
Version\t"2.17"
graph
[
\thierarchic\t1
\tlabel\t""
\tdirected\t1
\tnode
\t[
\t\tid\t7
\t\tlabel\t"Top left"
\t\tgraphics [ x 1.5 type "rectangle" raisedBorder 0 fill "#FFCC00" outline "#000000" ]
\t\tLabelGraphics [ text "A" fontName "Dialog" model "null" ]
\t\tgid\t9
\t]
\tnode [ id 8 label "B" graphics [ fill "#336699" ] LabelGraphics [ text "B" ] ]
\tnode [ id 9 label "Group" graphics [ fill "#F5F5F5" ] isGroup 1 ]
\tedge [ source 7 target 8 graphics [ fill "#000000" targetArrow "standard" ] ]
]"""
GRAPHVIZ = r"""digraph "" {
    graph [bb="0,0,126,36"];
    node [label="\N",
        style=filled
    ];
    "Top left"    [color=black,
        fillcolor="0.1333 1 1",
        pos="27,18",
        width=0.75];
    B    [fillcolor="#336699", label=Beta];
    "Top left" -> B [pos="e,1,2 3,\
4"];
}"""
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
    "Gephi's GEXF": GEPHI_GEXF,
    "Gephi's GML": GEPHI_GML,
    "yEd's GML": YED_GML,
    "Graphviz's DOT": GRAPHVIZ,
    "sigma.js": SIGMA,
    "Gephi's JSON": GRAPHOLOGY,
}
