import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCosts, withTables } from '../../bench/scale.ts';
import {
  type ActionCosts,
  actionNames,
  demandOf,
  largeSite,
  machine,
  partsOf,
  scaleTables,
} from '../../bench/scale-model.ts';

const costs = readCosts();
const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
const timesThree = (given: ActionCosts, part: 'serverMs' | 'databaseMs' | 'walBytes'): ActionCosts => ({
  ...given,
  actions: Object.fromEntries(
    actionNames.map((name) => [name, { ...given.actions[name], [part]: given.actions[name][part] * 3 }]),
  ) as ActionCosts['actions'],
});

test('the page holds what the model makes of the last measurement', () =>
  expect(withTables(page, costs)).toBe(page));

test('every action was measured, and those that write were seen to write', () => {
  for (const name of actionNames) {
    const { serverMs, databaseMs, replyBytes } = costs.actions[name];
    expect(
      [serverMs, databaseMs, replyBytes].every((value) => value > 0),
      name,
    ).toBe(true);
  }
  for (const name of ['like', 'follow', 'message', 'tip', 'unlock', 'login'] as const)
    expect(costs.actions[name].rows, name).toBeGreaterThanOrEqual(1);
  for (const name of ['page', 'feed', 'profile', 'search'] as const)
    expect(costs.actions[name].rows, name).toBeLessThan(0.5);
});

describe('the model', () => {
  test('is linear in the number of fans', () => {
    const [one, two] = [demandOf(largeSite, costs), demandOf({ ...largeSite, fans: 20_000_000 }, costs)];
    for (const key of Object.keys(one) as (keyof typeof one)[])
      expect(two[key] / one[key], key).toBeCloseTo(2, 6);
  });

  test('counts by hand what it computes', () => {
    const feeds = (10_000_000 * 0.2 * 12 * 4) / 86_400;
    const silent = Object.fromEntries(actionNames.map((name) => [name, 0])) as Record<
      (typeof actionNames)[number],
      number
    >;
    const { requestsPerSecond, serverCores } = demandOf(
      { ...largeSite, perDay: { ...silent, feed: 12 } },
      costs,
    );
    expect(requestsPerSecond).toBeCloseTo(feeds, 6);
    expect(serverCores).toBeCloseTo((feeds * costs.actions.feed.serverMs) / 1000, 6);
  });

  test('a costlier action fills its part sooner, and no other', () => {
    const needed = (given: ActionCosts, name: string) =>
      partsOf(largeSite, given).find((part) => part.name === name)?.machines ?? Number.NaN;
    const dearer = timesThree(costs, 'walBytes');
    expect(
      needed(dearer, 'Database: write-ahead log') / needed(costs, 'Database: write-ahead log'),
    ).toBeCloseTo(3, 6);
    expect(needed(dearer, 'Database: reading')).toBe(needed(costs, 'Database: reading'));
  });

  test('a part is full at the number of fans that it says', () => {
    for (const { name, fansPerMachine } of partsOf(largeSite, costs)) {
      const there = partsOf({ ...largeSite, fans: fansPerMachine }, costs).find((part) => part.name === name);
      expect(there?.machines, name).toBeCloseTo(1, 6);
    }
    expect(machine.full).toBeLessThan(1);
  });

  test('the tables name every action and every part', () => {
    const text = scaleTables(costs);
    for (const name of actionNames) expect(text).toContain(`| ${name} |`);
    for (const { name } of partsOf(largeSite, costs)) expect(text).toContain(`| ${name} |`);
  });
});
