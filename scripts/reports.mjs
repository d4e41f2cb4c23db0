// Summarizes a test runner's report for the end of `npm test`: counts, and a few lines per failure.
import { stripVTControlCharacters } from 'node:util';

const linesOfEach = 12;

/** The first lines of a failure message, without colors and empty lines. */
const begin = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesOfEach)
    .join('\n');
const wrong = (name, message) => ({ name, message: begin(message) });

/**
 * Summarizes Vitest's JSON report. A test that passed on retry keeps the messages of its first try. A file that fails
 * to load, or an error between tests, fails the run without failing a test.
 */
export function ofVitest({ numPassedTests: passed, numFailedTests, numFailedTestSuites, testResults }, code) {
  const tests = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => ({
      status,
      ...wrong(`${file} › ${fullName}`, failureMessages?.join('\n')),
    })),
  );
  const told = (those) => tests.filter(those).map(({ name, message }) => ({ name, message }));
  const files = testResults
    .filter(({ status, message }) => status === 'failed' && message)
    .map(({ name, message }) => wrong(name, message));
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
  return {
    passed,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    wrong: [...told(({ status }) => status === 'failed'), ...files],
    twice: told(({ status, message }) => status === 'passed' && message !== ''),
  };
}

/** Every spec of a Playwright suite, at any depth. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
const firstError = ({ results }) => results.flatMap(({ errors = [] }) => errors)[0]?.message;

/**
 * Summarizes Playwright's JSON reports of several rounds. A test that failed and passed on retry counts as
 * passed but is listed.
 */
export function ofPlaywright(rounds, code) {
  const tests = rounds
    .flatMap(({ suites = [] }) => suites)
    .flatMap(specsOf)
    .flatMap(({ title, file, line, tests: runs }) =>
      runs.map((run) => ({
        name: `${file}:${line} › ${title}`,
        status: run.status,
        message: firstError(run),
      })),
    );
  const outside = rounds.flatMap(({ errors = [] }) => errors);
  const of = (status) => tests.filter((test) => test.status === status);
  const told = (list) => list.map(({ name, message }) => wrong(name, message));
  const failed = of('unexpected').length + outside.length;
  return {
    passed: of('expected').length + of('flaky').length,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    wrong: [
      ...told(of('unexpected')),
      ...outside.map(({ message }) => wrong('outside of the specs', message)),
    ],
    twice: told(of('flaky')),
  };
}
