// What a runner's report says, for the sum at the end of `npm test`: counts, and what went wrong in a few
// lines each.
import { stripVTControlCharacters } from 'node:util';

const linesOfEach = 12;

/** The beginning of what a runner says of a failure, without its colours and empty lines. */
const begin = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesOfEach)
    .join('\n');
const wrong = (name, message) => ({ name, message: begin(message) });

/**
 * Of vitest's JSON. A file that can't be loaded, or an error between tests, fails the run without failing a
 * test.
 */
export function ofVitest({ numPassedTests: passed, numFailedTests, numFailedTestSuites, testResults }, code) {
  const tests = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => wrong(`${file} › ${fullName}`, failureMessages?.join('\n'))),
  );
  const files = testResults
    .filter(({ status, message }) => status === 'failed' && message)
    .map(({ name, message }) => wrong(name, message));
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, wrong: [...tests, ...files], twice: [] };
}

/** Every spec of a Playwright suite, however deep. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
const firstError = ({ results }) => results.flatMap(({ errors = [] }) => errors)[0]?.message;

/**
 * Of Playwright's JSON, several rounds at once. What failed and then passed at its second try has passed, and
 * is told.
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
