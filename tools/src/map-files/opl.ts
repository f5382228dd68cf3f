/** Longitude and latitude in degrees, as GeoJSON orders them. */
export type Position = readonly [lng: number, lat: number];
export type Tags = Readonly<Record<string, string>>;

export interface OsmNode {
  readonly at: Position;
  readonly tags: Tags;
}

export interface OsmWay {
  readonly id: string;
  /** Ids of nodes. An extract lacks the nodes outside of its frame. */
  readonly nodes: readonly string[];
  readonly tags: Tags;
}

export interface OsmRelation {
  readonly tags: Tags;
  readonly ways: readonly { readonly id: string; readonly isInner: boolean }[];
}

export interface OsmData {
  readonly nodes: ReadonlyMap<string, OsmNode>;
  readonly ways: ReadonlyMap<string, OsmWay>;
  readonly relations: readonly OsmRelation[];
}

/** Reads OPL, the text format of osmium-tool: an object per line, a field per letter. */
export function readOpl(text: string): OsmData {
  const nodes = new Map<string, OsmNode>();
  const ways = new Map<string, OsmWay>();
  const relations: OsmRelation[] = [];
  for (const line of text.split('\n')) {
    const [name = '', ...rest] = line.split(' ');
    const fields = new Map(rest.map((field) => [field.charAt(0), field.slice(1)]));
    const id = name.slice(1);
    const tags = readTags(fields.get('T') ?? '');
    if (name.startsWith('n')) nodes.set(id, { at: [Number(fields.get('x')), Number(fields.get('y'))], tags });
    if (name.startsWith('w')) ways.set(id, { id, tags, nodes: readNodeIds(fields.get('N') ?? '') });
    if (name.startsWith('r')) relations.push({ tags, ways: readMembers(fields.get('M') ?? '') });
  }
  return { nodes, ways, relations };
}

const readNodeIds = (text: string): string[] => partsOf(text).map((part) => part.slice(1));

const partsOf = (text: string): string[] => text.split(',').filter((part) => part !== '');

function readMembers(text: string): OsmRelation['ways'] {
  return partsOf(text)
    .filter((part) => part.startsWith('w'))
    .map((part) => {
      const [id = '', role = ''] = part.slice(1).split('@');
      return { id, isInner: role === 'inner' };
    });
}

function readTags(text: string): Tags {
  return Object.fromEntries(
    partsOf(text).map((part) => {
      const [key = '', value = ''] = part.split('=');
      return [unescaped(key), unescaped(value)];
    }),
  );
}

/** OPL writes a character that separates fields as its hexadecimal code point between percent signs. */
const unescaped = (text: string): string =>
  text.replaceAll(/%([0-9a-f]+)%/gi, (_escape, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
