import { useState } from 'react';
import { problemFields } from '#lib/problem';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { type ProfileUpdate, profileUpdateRequested, selectProfileUpdate } from '#state/user';

/** The account page's forms share one update in the store; each shows only what became of its own. */
export function useProfileUpdate() {
  const dispatch = useAppDispatch();
  const { updating, error } = useAppSelector(selectProfileUpdate);
  const [asked, setAsked] = useState(false);
  const problem = asked && !updating ? error : null;
  return {
    busy: asked && updating,
    /** The refusal as a whole, where it names no field. */
    message: problem && Object.keys(problemFields(problem)).length === 0 ? problem.message : null,
    /** What is wrong with which field. */
    fields: problemFields(problem),
    update: (values: ProfileUpdate) => {
      setAsked(true);
      dispatch(profileUpdateRequested(values));
    },
  };
}
