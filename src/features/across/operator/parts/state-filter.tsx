import { useQueryParams } from '#components/base/lists/query-params.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';

export interface StateChoice<State extends string> {
  /** Empty for what a list shows without one. */
  readonly value: State;
  readonly label: string;
}

interface StateFilterProps<State extends string> {
  readonly choices: readonly StateChoice<State>[];
  readonly state: State;
  readonly onChoose: (value: State) => void;
}

const StateFilter = <State extends string>({ choices, state, onChoose }: StateFilterProps<State>) => (
  <ChipRow label="Status">
    {choices.map(({ value, label }) => (
      <ChipButton key={value} pressed={value === state} onClick={() => onChoose(value)}>
        {label}
      </ChipButton>
    ))}
  </ChipRow>
);

/** Every state of a list as a choice, after one for all of them. */
export const allAnd = <State extends string>(
  all: string,
  labels: Readonly<Record<State, string>>,
): readonly StateChoice<State | ''>[] => [
  { value: '', label: all },
  ...(Object.entries(labels) as [State, string][]).map(([value, label]) => ({ value, label })),
];

/**
 * The state that a list is filtered by, kept in the address, and its control. The first choice counts unless the
 * address names another.
 */
export function useStateFilter<State extends string>(choices: readonly StateChoice<State>[]) {
  const { get, set } = useQueryParams();
  const requested = get('state');
  const state = (choices.find(({ value }) => value === requested) ?? choices[0])?.value as State;
  const choose = (value: State) => set({ state: value === choices[0]?.value ? '' : value });
  return { state, filter: <StateFilter choices={choices} state={state} onChoose={choose} /> };
}
