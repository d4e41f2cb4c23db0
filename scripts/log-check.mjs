// Looks for tokens, email addresses, passwords and texts of an end-to-end run in the log of its server.

/** Shorter ones occur by chance, as parts of words and ids. */
const shortest = { token: 12, 'email address': 6, password: 6, text: 12 };
/**
 * The demo's accounts and their password are printed when the server starts: they are no secrets. Neither is the
 * word that a spec types as a common password: it stands in paths and beside the demo's password.
 */
const known = new Set(['limelight', 'demo-fan', 'demo-creator', 'password']);

/** A value as it would stand in a line: as it is, in a URL, and inside of JSON. */
const formsOf = (value) =>
  new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), value.toLowerCase()]);

/** Any address, whoever's it is, except those of the server's own packages and of the site itself. */
const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/g;

/**
 * Checks a log against the secrets of a run, given as lines of JSON: `["token","…"]`.
 * @returns {{ counts: Record<string, number>, leaks: { kind: string, line: string }[] }}
 */
export function checkLog(log, secrets) {
  const lines = log.split('\n');
  const values = new Map();
  for (const line of new Set(secrets.split('\n').filter(Boolean))) {
    const [kind, value] = JSON.parse(line);
    if (value.trim().length >= shortest[kind] && !known.has(value)) values.set(value.trim(), kind);
  }
  const counts = { token: 0, 'email address': 0, password: 0, text: 0 };
  const leaks = [];
  for (const [value, kind] of values) {
    counts[kind] += 1;
    const forms = [...formsOf(value)];
    const line = lines.find((each) => forms.some((form) => each.includes(form)));
    if (line) leaks.push({ kind, line });
  }
  for (const line of lines) if (line.match(address)) leaks.push({ kind: 'email address', line });
  return { counts, leaks };
}

/** Fewer of a kind in a whole run means that they weren't noted. Most people of the specs share one password. */
const least = { token: 20, 'email address': 20, password: 5, text: 20 };

/** The check as one test of a run. `isWhole`: all specs ran, so there must be many secrets of every kind. */
export function logOutcome(log, secrets, { isWhole }) {
  const { counts, leaks } = checkLog(log, secrets);
  const wrong = leaks.map(({ kind, line }) => ({
    name: `the server’s log contains a ${kind}`,
    message: line.slice(0, 400),
  }));
  for (const [kind, count] of Object.entries(counts))
    if (isWhole && count < least[kind])
      wrong.push({
        name: `the run used only ${count} of kind ${kind}`,
        message: 'They are no longer noted.',
      });
  if (isWhole && !/^\d{4}-\d\d-\d\dT/m.test(log) && !/^ready /m.test(log))
    wrong.push({ name: 'the server’s log is empty', message: 'It is no longer kept.' });
  return { passed: wrong.length === 0 ? 1 : 0, failed: wrong.length, wrong, counts };
}
