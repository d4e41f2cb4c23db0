import { useState } from 'react';
import { problemFields } from '#lib/problem.ts';
import type { Problem } from '#services/http/problem.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { type ProfileUpdate, profileUpdateRequested, selectProfileUpdate } from '#state/session/user.ts';

function refusalsOf(problem: Problem | null): { message: string }[] {
  const single = Object.values(problemFields(problem)).map((message) => ({ message }));
  return problem && single.length === 0 ? [{ message: problem.message }] : single;
}

/** All forms of the account page share one update in the store; each shows the outcome of its own only. */
export function useProfileUpdate() {
  const dispatch = useAppDispatch();
  const { updating, error, sent } = useAppSelector(selectProfileUpdate);
  const [asked, setAsked] = useState<ProfileUpdate | null>(null);
  const own = asked !== null && sent === asked;
  const problem = own ? error : null;
  return {
    busy: own && updating,
    /** Errors for `FormErrors`: by field, or a general one. */
    refusals: refusalsOf(problem),
    /** Errors by field. */
    fields: problemFields(problem),
    update: (values: ProfileUpdate) => {
      setAsked(values);
      dispatch(profileUpdateRequested(values));
    },
  };
}
