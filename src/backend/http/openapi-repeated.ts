import type { Json } from './openapi-schemas.ts';

/* Names for schemas that the contract writes down in place and uses more than once. */

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const prefix = '#/components/schemas/';
const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z\d]+)([A-Za-z\d])/g, (_, letter: string) => letter.toUpperCase());
const singular = (word: string): string =>
  word.replace(/ies$/, 'y').replace(/(?<=x|ch|sh|ss)es$|(?<![su])s$/, '');

/** Where a schema stands. */
export interface Place {
  readonly node: Json;
  /** What contains it, and under which key. */
  readonly holder: Json;
  readonly key: string;
  /** The schema that it is part of. */
  readonly within: Place | null;
  /** The words that lead to it, from the component or operation on. */
  readonly words: readonly string[];
}

/** A schema or null, or a list of one: no more than its part. */
const isWrapper = ({ anyOf, properties }: Json): boolean =>
  Array.isArray(anyOf) && !properties && anyOf.filter((each) => (each as Json)['type'] !== 'null').length < 2;

/** Whether a schema is worth a name: fields, choices and alternatives, but not single values and lists of them. */
const isWorthName = (node: Json): boolean =>
  ('properties' in node || 'enum' in node || 'oneOf' in node || 'anyOf' in node) && !isWrapper(node);

/** `{ kind: 'whip', … }` among alternatives is called by its kind. */
const kindWords = (node: unknown): string[] => {
  const fields = isJson(node) && isJson(node['properties']) ? Object.values(node['properties']) : [];
  const fixed = fields.find((field): field is Json => isJson(field) && typeof field['const'] === 'string');
  return fixed ? [String(fixed['const'])] : [];
};

/** Every schema within one, itself included. */
function placesIn(place: Place): Place[] {
  const { node, words } = place;
  const under = (key: string, more: (at: string, child: unknown) => string[]): Place[] => {
    const holder = node[key];
    if (typeof holder !== 'object' || holder === null) return [];
    return Object.entries(holder).flatMap(([at, child]) =>
      isJson(child)
        ? placesIn({
            node: child,
            holder: holder as Json,
            key: at,
            within: place,
            words: [...words, ...more(at, child)],
          })
        : [],
    );
  };
  const at = (key: string, word: readonly string[]): Place[] => {
    const child = node[key];
    return isJson(child) ? placesIn({ node: child, holder: node, key, within: place, words: word }) : [];
  };
  const last = words.at(-1) ?? '';
  return [
    place,
    ...under('properties', (name) => [name]),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => under(key, (_, child) => kindWords(child))),
    ...at('items', [...words.slice(0, -1), singular(last)]),
    ...at('additionalProperties', [...words.slice(0, -1), singular(last)]),
    ...at('propertyNames', [...words, 'name']),
  ];
}

/** Words of a path that don't say what it is about. */
const fillers: ReadonlySet<string> = new Set(['search', 'view', 'user', 'users', 'me', 'update', 'create']);

function subjectWords(path: string): string[] {
  const said = path.split('/').filter((word) => word !== '' && !word.startsWith('{'));
  const telling = said.filter((word) => !fillers.has(word));
  return [singular((telling.length > 0 ? telling : said).slice(-2).join('-'))];
}

const contentPlaces = (content: unknown, words: readonly string[]): Place[] =>
  isJson(content)
    ? Object.values(content).flatMap((media) =>
        isJson(media) && isJson(media['schema'])
          ? placesIn({ node: media['schema'], holder: media, key: 'schema', within: null, words })
          : [],
      )
    : [];

function operationPlaces(path: string, operation: Json): Place[] {
  const words = subjectWords(path);
  const body = operation['requestBody'];
  return [
    ...Object.values((operation['responses'] ?? {}) as Json).flatMap((reply) =>
      contentPlaces((reply as Json)['content'], words),
    ),
    ...contentPlaces((body as Json | undefined)?.['content'], [...words, 'body']),
    ...((operation['parameters'] ?? []) as Json[]).flatMap((parameter) =>
      placesIn({
        node: parameter['schema'] as Json,
        holder: parameter,
        key: 'schema',
        within: null,
        words: [...words, String(parameter['name'])],
      }),
    ),
  ];
}

/** Every place of a schema in the document; those of components without the components themselves. */
export function schemaPlaces(paths: Json, components: Readonly<Record<string, Json>>): Place[] {
  const named = Object.entries(components).flatMap(([name, node]) =>
    placesIn({ node, holder: components, key: name, within: null, words: [name] }).slice(1),
  );
  const used = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item as Json).flatMap((operation) => operationPlaces(path, operation as Json)),
  );
  return [...named, ...used];
}

/** Schemas that stand in more than one place without having a name. */
export function repeatedSchemas(
  paths: Json,
  components: Readonly<Record<string, Json>>,
): Map<string, Place[]> {
  const all = Map.groupBy(
    schemaPlaces(paths, components).filter(({ node }) => isWorthName(node)),
    ({ node }) => JSON.stringify(node),
  );
  return new Map([...all].filter(([, places]) => places.length > 1));
}

const referencedName = (node: unknown): string | null => {
  const ref = isJson(node) ? node['$ref'] : undefined;
  return typeof ref === 'string' ? ref.slice(prefix.length) : null;
};
/** What a list or an answer carries: it is named first, and they after it. */
function carried({ properties }: Json): { readonly payload: unknown; readonly suffix: string } | null {
  if (!isJson(properties)) return null;
  const { data, total, status } = properties;
  if (isJson(data) && total && isJson(data['items'])) return { payload: data['items'], suffix: 'List' };
  if (isJson(status) && data && typeof status['const'] === 'number')
    return { payload: data, suffix: status['const'] === 201 ? 'CreatedResponse' : 'Response' };
  return null;
}

function chooseName({ node, words }: Place, taken: Readonly<Record<string, unknown>>): string {
  const carries = carried(node);
  const payload = carries && referencedName(carries.payload);
  const said = words.filter((word, at) => at === 0 || word !== 'data').map(pascal);
  const name = payload ? payload + carries.suffix : said.join('') + (carries?.suffix ?? '');
  let free = name;
  for (let number = 2; free in taken; number += 1) free = name + String(number);
  return free;
}

/** Whether it has to wait until what it carries has a name. */
const waits = (node: Json, repeated: ReadonlyMap<string, unknown>): boolean => {
  const carries = carried(node);
  return carries !== null && repeated.has(JSON.stringify(carries.payload));
};

const isWithin = ({ within }: Place, replaced: ReadonlySet<Place>): boolean =>
  within !== null && (replaced.has(within) || isWithin(within, replaced));

/** Names the largest schemas, and those that are in none of them. */
function nameRound(repeated: ReadonlyMap<string, Place[]>, components: Record<string, Json>): void {
  const replaced = new Set<Place>();
  const largestFirst = [...repeated].sort(([a], [b]) => b.length - a.length);
  for (const [text, places] of largestFirst) {
    const [first] = places;
    if (!first || waits(first.node, repeated) || places.some((place) => isWithin(place, replaced))) continue;
    const name = chooseName(first, components);
    for (const place of places) {
      place.holder[place.key] = { $ref: prefix + name };
      replaced.add(place);
    }
    components[name] = JSON.parse(text) as Json;
  }
}

/** Gives every schema that stands in several places a name, and puts references in these places. */
export function nameRepeated(paths: Json, components: Record<string, Json>): void {
  for (let repeated = repeatedSchemas(paths, components); repeated.size > 0;) {
    nameRound(repeated, components);
    repeated = repeatedSchemas(paths, components);
  }
}
