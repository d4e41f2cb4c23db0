import { describe, expect, test } from 'vitest';

interface Wrong {
  readonly name: string;
  readonly message: string;
}
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly wrong: readonly Wrong[];
  readonly twice: readonly Wrong[];
}
interface Reports {
  ofVitest(report: object, code: number): Outcome;
  ofPlaywright(rounds: readonly object[], code: number): Outcome;
}
// Plain JavaScript, because it runs before anything is installed.
const { ofPlaywright, ofVitest } = (await import(
  new URL('../../scripts/reports.mjs', import.meta.url).href
)) as Reports;

const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');

describe('the vitest report', () => {
  const file = (more: object) => ({
    name: '/repo/tests/a.test.ts',
    status: 'passed',
    message: '',
    assertionResults: [],
    ...more,
  });
  const report = (more: object) => ({
    numPassedTests: 3,
    numFailedTests: 0,
    numFailedTestSuites: 0,
    testResults: [file({})],
    ...more,
  });

  test('without failures', () =>
    expect(ofVitest(report({}), 0)).toEqual({ passed: 3, failed: 0, wrong: [], twice: [] }));

  test('names a failed test, with the beginning of its error, without colors', () => {
    const failing = file({
      status: 'failed',
      assertionResults: [
        {
          status: 'failed',
          fullName: 'sums',
          failureMessages: [`\u001B[31mexpected 1\u001B[39m\n\n${long}`],
        },
        { status: 'passed', fullName: 'else' },
      ],
    });
    const { failed, wrong } = ofVitest(
      report({ numFailedTests: 1, numFailedTestSuites: 1, testResults: [failing] }),
      1,
    );
    expect(failed).toBe(1);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]?.name).toBe('/repo/tests/a.test.ts › sums');
    expect(wrong[0]?.message.split('\n')).toEqual([
      'expected 1',
      ...Array.from({ length: 11 }, (_, line) => `line ${line}`),
    ]);
  });

  test('names what passed on its second try', () => {
    const retried = file({
      assertionResults: [
        { status: 'passed', fullName: 'waits', failureMessages: ['not yet'] },
        { status: 'passed', fullName: 'sums', failureMessages: [] },
      ],
    });
    expect(ofVitest(report({ testResults: [retried] }), 0)).toEqual({
      passed: 3,
      failed: 0,
      wrong: [],
      twice: [{ name: '/repo/tests/a.test.ts › waits', message: 'not yet' }],
    });
  });

  test("includes a file that can't be loaded, and a run that broke without a test", () => {
    const broken = file({ status: 'failed', message: 'Cannot find module' });
    expect(ofVitest(report({ numFailedTestSuites: 1, testResults: [broken] }), 1)).toMatchObject({
      failed: 1,
      wrong: [{ message: 'Cannot find module' }],
    });
    expect(ofVitest(report({}), 1).failed).toBe(1);
  });
});

describe('the Playwright report', () => {
  const spec = (title: string, status: string, messages: string[] = []) => ({
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  });
  const round = (...specs: object[]) => ({
    suites: [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }],
    errors: [],
  });

  test("sums rounds and suites; skipped tests don't count", () => {
    const rounds = [round(spec('one', 'expected'), spec('two', 'skipped')), round(spec('three', 'expected'))];
    expect(ofPlaywright(rounds, 0)).toEqual({ passed: 2, failed: 0, wrong: [], twice: [] });
  });

  test('names what failed, and what passed on its second try', () => {
    const rounds = [
      round(spec('one', 'unexpected', ['not visible', 'later']), spec('two', 'flaky', ['too late'])),
    ];
    expect(ofPlaywright(rounds, 1)).toEqual({
      passed: 1,
      failed: 1,
      wrong: [{ name: 'a.spec.ts:7 › one', message: 'not visible' }],
      twice: [{ name: 'a.spec.ts:7 › two', message: 'too late' }],
    });
  });

  test('errors outside the specs, an aborted run, and a round without a report are failures', () => {
    expect(ofPlaywright([{ suites: [], errors: [{ message: 'no such file' }] }], 1)).toMatchObject({
      failed: 1,
      wrong: [{ message: 'no such file' }],
    });
    expect(ofPlaywright([{}], 1)).toMatchObject({ passed: 0, failed: 1 });
  });
});
