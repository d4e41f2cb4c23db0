import { useQueryParams } from '#components/lists/query-params.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

export interface StateChoice<State extends string> {
  /** Empty for what a list shows without one. */
  readonly value: State;
  readonly label: string;
}

/** The state that a list is filtered by, kept in the address; the first choice unless it names another. */
export function useStateFilter<State extends string>(choices: readonly StateChoice<State>[]) {
  const { get, set } = useQueryParams();
  const asked = useHydrated() ? get('state') : '';
  const chosen = choices.find(({ value }) => value === asked) ?? choices[0];
  const choose = (value: State) => set({ state: value === choices[0]?.value ? '' : value });
  return { state: chosen?.value as State, choose };
}

export const StateFilter = <State extends string>({
  choices,
  state,
  onChoose,
}: {
  choices: readonly StateChoice<State>[];
  state: State;
  onChoose: (value: State) => void;
}) => (
  <ChipRow label="Status">
    {choices.map(({ value, label }) => (
      <ChipButton key={value} pressed={value === state} onClick={() => onChoose(value)}>
        {label}
      </ChipButton>
    ))}
  </ChipRow>
);
