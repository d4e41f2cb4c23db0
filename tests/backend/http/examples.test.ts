import { describe, expect, it } from 'vitest';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { describeApi } from '#backend/http/openapi.ts';

interface Example {
  readonly example: unknown;
}
interface Operation {
  readonly parameters: readonly (Example & { readonly name: string; readonly in: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Example>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Example>> }>>;
}
const { paths } = describeApi() as { paths: Record<string, Record<string, Operation>> };
const find = (route: string): Operation => {
  const [method = '', path = ''] = route.split(' ');
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
};
const within = ({ parameters }: Operation, place: string) =>
  Object.fromEntries(
    parameters
      .filter((each) => each.in === place)
      .map(({ name, example }) => [name, place === 'query' ? String(example) : example]),
  );

describe.each(Object.entries(contract as Record<string, OpDef>))('%s', (route, def) => {
  const operation = find(route);

  it('shows examples that it takes', () => {
    if (def.params) def.params.parse(within(operation, 'path'));
    if (def.query) def.query.parse(within(operation, 'query'));
    const body = operation.requestBody?.content['application/json'];
    if (body) def.body?.parse(body.example);
    expect(Boolean(body)).toBe(Boolean(def.body && !def.upload));
  });

  it('shows an answer that it may give', () => {
    const status = String(def.status ?? 200);
    const answer = operation.responses[status]?.content?.['application/json'];
    if (status === '204') return expect(answer).toBeUndefined();
    const { data } = (answer as { example: { data: unknown } }).example;
    expect(def.reply.parse(data)).toEqual(data);
  });
});
