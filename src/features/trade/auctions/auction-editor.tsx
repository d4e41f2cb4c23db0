import { limits } from '#config/limits.ts';
import { CountriesField } from '#components/trade/shop/countries-field.tsx';
import { ListingFields } from '#components/trade/shop/listing-fields.tsx';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { StudioEditor } from '#components/content/studio/studio-editor.tsx';
import { DateField } from '#ui/antd/date-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { auctionKind } from './auction-kind.tsx';
import { type AuctionEditorProps, useAuctionEditor } from './use-auction-editor.ts';

type EditedForm = { readonly form: ReturnType<typeof useAuctionEditor>['form'] };
const hint = `JPEG, PNG, WebP, AVIF or HEIC, up to ${limits.upload.imageBytes / 1024 / 1024} MB each, at most ${limits.auction.images}`;

const Prices = ({ form }: EditedForm) => (
  <Card>
    <Stack>
      <PriceInput label="Start price" required {...form.text('startPrice')} />
      <Checkbox
        label="Set a reserve"
        hint="The auction won’t sell below this price. Bidders can see there is a reserve, but not how much."
        {...form.flag('hasReserve')}
      />
      {form.values.hasReserve ? <PriceInput label="Reserve" required {...form.text('reservePrice')} /> : null}
    </Stack>
  </Card>
);

/** `begun` hides the start, which can't be changed once the auction is running. */
const Times = ({ form, begun }: EditedForm & { begun: boolean }) => (
  <Card>
    <Stack>
      {begun ? null : (
        <Checkbox
          label="Schedule start"
          hint="Otherwise, it starts right away."
          {...form.flag('startsLater')}
        />
      )}
      {form.values.startsLater && !begun ? (
        <DateField kind="datetime" label="Starts" hint="Your local time" {...form.picked('startAt')} />
      ) : null}
      <DateField
        kind="datetime"
        label="Ends"
        hint="Your local time. A bid in the last minute extends the auction by a minute."
        required
        {...form.picked('endAt')}
      />
    </Stack>
  </Card>
);

/** The form to create or edit an auction: item, price, times and shipping. */
export function AuctionEditor(props: AuctionEditorProps) {
  const { auction } = props;
  const { form, pictures } = useAuctionEditor(props);
  return (
    <StudioEditor kind={auctionKind} item={auction} form={form} later={form.values.startsLater}>
      <ListingFields
        form={form}
        pictures={pictures}
        picturesHint={hint}
        picturesError={form.fieldErrors.images}
      />
      <Prices form={form} />
      <Times form={form} begun={auction?.state === 'live'} />
      <Card>
        <CountriesField
          label="Ships to"
          hint={
            form.values.countries.length === 0
              ? 'Worldwide. Choose countries to limit shipping. Shipping is included in the bid.'
              : 'Only to these countries. Shipping is included in the bid.'
          }
          value={form.values.countries}
          onChange={(countries) => form.change({ countries })}
        />
      </Card>
      <Card>
        <Checkbox label="Allow comments" {...form.flag('commentsEnabled')} />
      </Card>
    </StudioEditor>
  );
}
