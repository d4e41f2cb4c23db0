import { expect, test } from 'vitest';
import { guardsIn, outermost, withSwitches } from '../mutation/find-guards.ts';

const source = `
async function open(ctx: UserCtx, id: string) {
  if (!ctx.viewer.isPerformer) throw notAllowed('Only creators can do that.');
  await mustMeet(ctx, id);
  const [row] = await ctx.db.select().from(feeds).where(and(eq(feeds.id, id), eq(feeds.performerId, ctx.viewer.id)));
  if (!row) {
    throw notFound();
  }
  if (row.isOld) throw conflict('It is too old.');
  return ctx.db.select().from(tags).where(and(eq(tags.isOpen, true), eq(tags.performerId, ctx.viewer.id)));
}`;

test('guards are refusals, assertions, and whose a row is where it is found by its id', () => {
  expect(guardsIn('a.ts', source).map(({ kind, line, text }) => [kind, line, text])).toEqual([
    ['refusal', 3, '!ctx.viewer.isPerformer'],
    ['call', 4, 'await mustMeet(ctx, id)'],
    ['owner', 5, 'eq(feeds.performerId, ctx.viewer.id)'],
    ['refusal', 6, '!row'],
  ]);
});

test('each gets a switch, and the rest stays as it is', () => {
  const guards = outermost(guardsIn('a.ts', source));
  const switched = withSwitches(source, guards, 7);
  expect(switched).toContain('if ((globalThis.guardOff(7) ? false : (!ctx.viewer.isPerformer))) throw');
  expect(switched).toContain('(globalThis.guardOff(8) ? undefined : (await mustMeet(ctx, id)));');
  expect(switched).toContain(
    'and(eq(feeds.id, id), (globalThis.guardOff(9) ? undefined : (eq(feeds.performerId, ctx.viewer.id))))',
  );
  expect(
    switched.replaceAll(/\(globalThis\.guardOff\(\d+\) \? \w+ : \((.*?)\)\)(?=[);,]|\s)/g, '$1'),
  ).toContain('if (row.isOld) throw conflict');
});
