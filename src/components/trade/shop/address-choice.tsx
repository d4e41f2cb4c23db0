import { useState } from 'react';
import type { Address } from '#contract/people/addresses.ts';
import { problemMessage } from '#lib/problem.ts';
import { everyAddress, listAddresses } from '#services/people/addresses.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { RadioCards } from '#ui/forms/choice.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { AddressForm } from './address-form.tsx';
import { addressText, countryName } from './address-lines.tsx';

export interface ChosenAddress {
  /** Id of the selected address, or null. */
  readonly value: string | null;
  readonly choose: (id: string) => void;
  /** Selects an address that was just created and may not be in the list yet. */
  readonly made: (address: Address) => void;
  /** The saved addresses; undefined while they load. */
  readonly addresses: readonly Address[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly fits: (address: Address) => boolean;
  /** The form for a new address is open. */
  readonly adding: boolean;
  readonly add: (adding: boolean) => void;
}

const shipsTo =
  (countries: readonly string[]) =>
  ({ country }: Address): boolean =>
    countries.length === 0 || countries.includes(country);

/** The selected address if it still exists and can be shipped to, else the first. */
const pickAddressId = (usable: readonly Address[], chosen: string | null): string | null =>
  (usable.find(({ _id }) => _id === chosen) ?? usable[0])?._id ?? null;

const withNew = (kept: readonly Address[], fresh: Address | null): readonly Address[] =>
  fresh && kept.every(({ _id }) => _id !== fresh._id) ? [...kept, fresh] : kept;

/** Selects the delivery address: the default one, if the item ships there, until the user picks another. */
export function useAddressChoice(countries: readonly string[], initial: string | null = null): ChosenAddress {
  const { data, error, refetch } = useRead(listAddresses, everyAddress);
  const [chosen, setChosen] = useState(initial);
  const [asked, add] = useState(false);
  const [fresh, setFresh] = useState<Address | null>(null);
  const fits = shipsTo(countries);
  const addresses = data && withNew(data.data, fresh);
  const usable = addresses?.filter(fits) ?? [];
  return {
    value: pickAddressId(usable, chosen),
    choose: setChosen,
    made: (address) => {
      setFresh(address);
      setChosen(address._id);
    },
    addresses,
    error: data ? undefined : error,
    retry: () => void refetch(),
    fits,
    adding: asked || (data !== undefined && usable.length === 0),
    add,
  };
}

export interface AddressChoiceProps {
  readonly choice: ChosenAddress;
  readonly countries: readonly string[];
}

function SavedAddresses({ addresses, choice }: { addresses: readonly Address[]; choice: ChosenAddress }) {
  const options = addresses.map((address) => ({
    value: address._id,
    label: address.name,
    disabled: !choice.fits(address),
    hint: choice.fits(address)
      ? addressText({ ...address, name: '' })
      : `${addressText({ ...address, name: '' })}. It doesn’t ship to ${countryName(address.country)}.`,
  }));
  return (
    <RadioCards
      label="Ship to"
      name="address"
      options={options}
      value={choice.value}
      onChange={choice.choose}
    />
  );
}

/** A list of saved addresses to pick from, with a form to add one. The state lives in `useAddressChoice`. */
export function AddressChoice({ choice, countries }: AddressChoiceProps) {
  const { addresses, error, adding, add } = choice;
  if (error) return <ErrorState compact level={3} text={problemMessage(error)} onRetry={choice.retry} />;
  if (!addresses)
    return (
      <Skeleton label="Loading your addresses">
        <SkeletonBlock height={64} width="100%" />
      </Skeleton>
    );
  const saved = (address: Address) => {
    choice.made(address);
    add(false);
  };
  const usable = addresses.some(choice.fits);
  return (
    <Stack gap={12}>
      {addresses.length > 0 && !adding ? <SavedAddresses addresses={addresses} choice={choice} /> : null}
      {adding ? (
        <>
          <h3>{addresses.length > 0 ? 'Another address' : 'Delivery address'}</h3>
          <AddressForm
            countries={countries}
            action="Use this address"
            onSaved={saved}
            {...(usable && { onCancel: () => add(false) })}
          />
        </>
      ) : (
        <div>
          <Button variant="quiet" onClick={() => add(true)}>
            Another address
          </Button>
        </div>
      )}
    </Stack>
  );
}
