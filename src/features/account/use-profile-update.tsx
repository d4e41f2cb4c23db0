import { useState } from 'react';
import { problemFields } from '#lib/problem';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { type ProfileUpdate, profileUpdateRequested, selectProfileUpdate } from '#state/user';

/** The account page's forms share one update in the store; each shows only what became of its own. */
export function useProfileUpdate() {
  const dispatch = useAppDispatch();
  const { updating, error, sent } = useAppSelector(selectProfileUpdate);
  const [asked, setAsked] = useState<ProfileUpdate | null>(null);
  const own = asked !== null && sent === asked;
  const problem = own ? error : null;
  return {
    busy: own && updating,
    /** The refusal as a whole, where it names no field. */
    message: problem && Object.keys(problemFields(problem)).length === 0 ? problem.message : null,
    /** What is wrong with which field. */
    fields: problemFields(problem),
    update: (values: ProfileUpdate) => {
      setAsked(values);
      dispatch(profileUpdateRequested(values));
    },
  };
}
