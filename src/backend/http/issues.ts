import type { z } from 'zod';
import { describeIssue } from '#config/issue-sentences.ts';
import type { FieldError } from '../kernel/errors.ts';

type Issue = z.core.$ZodIssue;

/* A refusal repeats what was sent, so it is kept short whatever was sent. */
const mostErrors = 50;
const longestField = 200;

/** Of several alternatives that didn't match, reports the one with the fewest errors. */
function nearest({ errors, path }: Extract<Issue, { code: 'invalid_union' }>): FieldError[] | null {
  const [closest] = errors.filter((branch) => branch.length > 0).toSorted((a, b) => a.length - b.length);
  return closest
    ? closest.flatMap((issue) => toFieldErrors({ ...issue, path: [...path, ...issue.path] }))
    : null;
}

function toFieldErrors(issue: Issue): FieldError[] {
  if (issue.code === 'invalid_union') {
    const inside = nearest(issue);
    if (inside) return inside;
  }
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path;
  return [{ field: path.join('.').slice(0, longestField), message: issue.message }];
}

/** Parses outside input with its schema. Returns the data, or readable errors per field. */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
):
  | { readonly data: z.output<Schema>; readonly errors: null }
  | { readonly data: null; readonly errors: readonly FieldError[] } {
  const parsed = schema.safeParse(value, { error: describeIssue });
  return parsed.success
    ? { data: parsed.data, errors: null }
    : { data: null, errors: parsed.error.issues.slice(0, mostErrors).flatMap(toFieldErrors) };
}
