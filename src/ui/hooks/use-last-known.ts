import { useState } from 'react';

/** A value, or while there is none the one before it: for what stays in place until the next has loaded. */
export function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
