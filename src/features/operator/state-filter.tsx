import { useQueryParams } from '#components/lists/query-params.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';

export interface StateFilterProps<State extends string> {
  readonly states: Readonly<Record<State, string>>;
  /** The label for all of them. */
  readonly all: string;
}

/** The state in the address, if it is one of a list's. */
export function useChosenState<State extends string>(
  states: Readonly<Record<State, string>>,
): State | undefined {
  const asked = useQueryParams().get('state');
  return Object.hasOwn(states, asked) ? (asked as State) : undefined;
}

/** Narrows a list by state; the choice is kept in the address. */
export function StateFilter<State extends string>({ states, all }: StateFilterProps<State>) {
  const { set } = useQueryParams();
  const chosen = useChosenState(states);
  return (
    <ChipRow label="Status">
      <ChipButton pressed={!chosen} onClick={() => set({ state: '' })}>
        {all}
      </ChipButton>
      {(Object.entries(states) as [State, string][]).map(([state, label]) => (
        <ChipButton key={state} pressed={chosen === state} onClick={() => set({ state })}>
          {label}
        </ChipButton>
      ))}
    </ChipRow>
  );
}
