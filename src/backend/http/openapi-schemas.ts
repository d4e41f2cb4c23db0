import { z } from 'zod';
import { namedSchemas } from './contract-schemas.ts';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

/** Formats that say what zod's patterns say, in a hundredth of the length. */
const selfExplaining: ReadonlySet<unknown> = new Set(['date-time', 'uuid', 'email']);

/**
 * Zod reads `.describe()` from one registry only, and ours names the components, so descriptions are copied
 * here.
 */
export function describeField({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: Json;
}): void {
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description !== undefined && !('$ref' in jsonSchema)) jsonSchema['description'] = description;
  if (selfExplaining.has(jsonSchema['format'])) delete jsonSchema['pattern'];
}

const parse = (text: string): Json => JSON.parse(text) as Json;
const namesIn = (text: string): string[] =>
  [...text.matchAll(/"#\/input\/(\w+)"/g)].map(([, name = '']) => name);

/**
 * Collects the named schemas while operations are described. What a call takes and what it answers can differ for
 * one schema (a field with a default is optional in one and always there in the other), so references say which is
 * meant until all are known.
 */
export class Schemas {
  readonly #names = namedSchemas();
  /** Definitions as JSON. */
  readonly #found: Readonly<Record<Direction, Map<string, string>>> = {
    input: new Map(),
    output: new Map(),
  };

  /** A schema as JSON Schema, in which named schemas are references. */
  describe(schema: z.ZodType, io: Direction): Json {
    const {
      $schema: _dialect,
      $defs = {},
      ...described
    } = z.toJSONSchema(schema, {
      metadata: this.#names,
      io,
      unrepresentable: 'any',
      override: describeField,
    }) as Json & { $defs?: Record<string, Json> };
    const lift = (definition: Json) =>
      JSON.stringify(definition, (key, value: unknown) =>
        key === 'id' && typeof value === 'string' ? undefined : value,
      ).replaceAll('"#/$defs/', `"#/${io}/`);
    for (const [name, definition] of Object.entries($defs)) this.#found[io].set(name, lift(definition));
    return parse(lift(described));
  }

  /** The fields of an input, each described by itself. */
  fields(schema: z.ZodType): {
    readonly properties: Readonly<Record<string, Json>>;
    readonly required: readonly string[];
  } {
    const described = this.describe(schema, 'input');
    const name = typeof described['$ref'] === 'string' ? described['$ref'].replace('#/input/', '') : null;
    const fields = name === null ? described : parse(this.#found.input.get(name) ?? '{}');
    const { properties = {}, required = [] } = fields as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return { properties, required };
  }

  /** Names of schemas that are taken in another form than they are answered in. */
  #twofold(): ReadonlySet<string> {
    const both = [...this.#found.input].filter(([name]) => this.#found.output.has(name));
    const differing = new Set(
      both
        .filter(([name, text]) => text.replaceAll('"#/input/', '"#/output/') !== this.#found.output.get(name))
        .map(([name]) => name),
    );
    for (let known = -1; known < differing.size;) {
      known = differing.size;
      for (const [name, text] of both)
        if (namesIn(text).some((used) => differing.has(used))) differing.add(name);
    }
    return differing;
  }

  /** The document's paths and components, with all references in place. */
  finish(paths: Json): { paths: Json; components: Record<string, Json> } {
    const twofold = this.#twofold();
    const placed = (text: string): Json =>
      parse(
        text
          .replaceAll(/"#\/input\/(\w+)"/g, (_, name: string) =>
            twofold.has(name) ? `"#/components/schemas/${name}Input"` : `"#/components/schemas/${name}"`,
          )
          .replaceAll('"#/output/', '"#/components/schemas/'),
      );
    const components: Record<string, Json> = {};
    for (const [name, text] of this.#found.input)
      components[twofold.has(name) ? `${name}Input` : name] = placed(text);
    for (const [name, text] of this.#found.output) components[name] = placed(text);
    return { paths: placed(JSON.stringify(paths)), components };
  }
}
