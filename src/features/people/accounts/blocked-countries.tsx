import { useState } from 'react';
import type { Doubtful } from '#contract/across/blocks.ts';
import { problemMessage } from '#lib/problem.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf } from '#services/http/call.ts';
import { closeCountries, listClosedCountries } from '#services/across/blocks.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { MultiSelectField, SelectField } from '#ui/antd/select-field.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';
import { useCountryOptions } from './use-country-options.ts';
import { useStateOptions } from './use-state-options.ts';

type Closed = ReplyOf<'GET /block/countries'>;
type Save = (change: Omit<BodyOf<'POST /block/countries'>, 'countries'>, done: string) => Promise<void>;

/** What changed between two lists, as a sentence. */
function changeText(
  before: readonly string[],
  chosen: readonly string[],
  findName: (code: string) => string,
): string {
  const added = chosen.find((code) => !before.includes(code));
  const removed = before.find((code) => !chosen.includes(code));
  return added ? `${findName(added)} is blocked.` : `${findName(removed ?? '')} is unblocked.`;
}
const labelIn = (options: readonly { value: string; label: string }[]) => (code: string) =>
  options.find(({ value }) => value === code)?.label ?? code;

/** The states of one country at a time; those of other countries stay as they are. */
function StatesFields({ closed: { states, knows }, save }: { closed: Closed; save: Save }) {
  const countries = useCountryOptions();
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? states[0]?.slice(0, 2) ?? '';
  const options = useStateOptions(country).map(({ value, label }) => ({
    value: `${country}-${value}`,
    label,
  }));
  const here = states.filter((code) => code.startsWith(`${country}-`));
  const elsewhere = states.filter((code) => !here.includes(code));
  const choose = (next: string[]) =>
    save({ states: [...elsewhere, ...next] }, changeText(here, next, labelIn(options)));
  return (
    <>
      <SelectField
        label="Block states or regions of"
        hint={
          knows.states
            ? 'States are estimated from IP addresses, which are often wrong near borders and on mobile networks.'
            : 'This site can’t tell which state its visitors are in. Everyone from a country with blocked states counts as unknown, see below.'
        }
        placeholder="Choose a country"
        options={countries}
        value={country}
        onChange={setChosen}
      />
      {country && options.length > 0 ? (
        <MultiSelectField
          label={`Blocked states in ${labelIn(countries)(country)}`}
          placeholder="Choose a state or region"
          options={options}
          value={here}
          onChange={(next) => void choose(next)}
        />
      ) : null}
    </>
  );
}

const decisions: readonly { value: Doubtful; label: string }[] = [
  { value: 'allow', label: 'Can see your page' },
  { value: 'ask', label: 'Must enter their location' },
  { value: 'refuse', label: 'Can’t see your page' },
];
const isDecision = (text: string): text is Doubtful => decisions.some(({ value }) => value === text);

/** Visitors of whom the address doesn't say where they are. */
function DoubtfulFields({ closed: { unknown, vpn, knows }, save }: { closed: Closed; save: Save }) {
  const decide = (who: 'unknown' | 'vpn') => (text: string) =>
    isDecision(text) ? void save({ [who]: text }, 'Changes saved') : undefined;
  return (
    <>
      <Select
        label="Visitors from unknown places"
        hint="Private networks and some proxies hide where a visitor is. The location that visitors enter can’t be verified."
        options={decisions}
        value={unknown}
        onChange={({ currentTarget }) => decide('unknown')(currentTarget.value)}
      />
      <Select
        label="Visitors who use a VPN"
        hint={
          knows.vpns
            ? 'VPNs and data centers are detected from lists of known addresses. New ones may be missing.'
            : 'This site has no list of VPNs, so most of them can’t be detected.'
        }
        options={decisions}
        value={vpn}
        onChange={({ currentTarget }) => decide('vpn')(currentTarget.value)}
      />
    </>
  );
}

function CountriesForm({ closed }: { closed: Closed }) {
  const { countries, states, unknown, vpn } = closed;
  const [close, { isLoading }] = useWrite(closeCountries);
  const options = useCountryOptions();
  const put = async (change: BodyOf<'POST /block/countries'>, done: string) => {
    if (isLoading) return;
    const { error: problem } = await close({ body: change });
    if (problem) toast.error(problemMessage(problem));
    else toast.success(done);
  };
  const save: Save = (change, done) => put({ countries: [...countries], ...change }, done);
  const isOpen = countries.length === 0 && states.length === 0 && unknown === 'allow' && vpn === 'allow';
  return (
    <Stack gap={12}>
      {isOpen ? <p className={styles.quiet}>You haven’t blocked any countries.</p> : null}
      <MultiSelectField
        label="Block a country"
        hint="People there can’t see you at all. They keep what they bought; subscriptions don’t renew."
        placeholder="Choose a country"
        options={options}
        value={countries}
        onChange={(chosen) =>
          void put({ countries: chosen }, changeText(countries, chosen, labelIn(options)))
        }
      />
      <StatesFields closed={closed} save={save} />
      <DoubtfulFields closed={closed} save={save} />
    </Stack>
  );
}

/** The places that a page is blocked in. Each change is saved at once. */
export function BlockedCountries() {
  const request = useRead(listClosedCountries);
  const skeleton = (
    <Skeleton label="Loading blocked countries">
      <SkeletonText lines={2} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(closed) => <CountriesForm closed={closed} />}
    </LoadedView>
  );
}
