import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import type { CountryPreview as Preview } from '#contract/across/blocks.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Performer } from '#contract/people/creators.ts';
import { unknownCountry } from '#lib/country-names.ts';
import { formatMoney } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { Cover } from '#components/content/media-items/cover.tsx';
import { closedText } from '#components/content/media-items/access-options.ts';
import { previewFromCountry } from '#services/across/blocks.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { SelectField } from '#ui/antd/select-field.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import type { SelectOption } from '#ui/forms/text-input.tsx';
import { SkeletonPerson, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Avatar } from '#ui/content/avatar.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import styles from './account.module.css';
import { useCountryOptions } from './use-country-options.ts';
import { useStateOptions } from './use-state-options.ts';

const closedLabels: Record<NonNullable<Preview['closed']>, string> = {
  country: 'You blocked this place. To visitors there, your page doesn’t exist.',
  asks: 'Visitors there are asked where they are before they see your page.',
  site: 'The whole site is unavailable in this country.',
  unpublished: 'Your page isn’t public yet. It appears once your documents are approved.',
};

/**
 * A one-line preview of a post as a visitor sees it, with picture blurred and text omitted if it is locked.
 */
function PostPreview({ post, name }: { post: Post; name: string }) {
  const picture = post.thumbnail ?? post.files[0];
  const { allowed } = post.access;
  return (
    <li>
      {picture ? (
        <span className={styles.previewPicture}>
          <Picture
            sources={picture.thumbnails}
            alt=""
            placeholder={picture.placeholder}
            ratio={1}
            sizes="72px"
          />
        </span>
      ) : null}
      <span className={styles.who}>
        <span>{allowed ? shortPost(post.text, 120) || 'No text' : 'Locked'}</span>
        <span className={styles.quiet}>{allowed ? 'Open to everyone' : closedText(post.access, name)}</span>
      </span>
    </li>
  );
}

function Page({ performer, posts }: { performer: Performer; posts: readonly Post[] }) {
  const { currency } = useAppSelector(selectSettings);
  return (
    <div className={styles.preview}>
      <Cover address={performer.cover} id={performer._id} sizes="(min-width: 1200px) 960px, 100vw" />
      <div className={styles.previewBody}>
        <Row gap={12} wrap={false}>
          <Avatar src={performer.avatar} size={48} />
          <span className={styles.who}>
            <strong>{performer.name}</strong>
            <span className={styles.quiet}>
              @{performer.username} ·{' '}
              {performer.monthlyPrice === null
                ? 'No subscription yet'
                : `${formatMoney(performer.monthlyPrice, currency)} a month`}
            </span>
          </span>
        </Row>
        {performer.bio ? <p>{shortText(performer.bio, 200)}</p> : null}
        {posts.length === 0 ? (
          <p className={styles.quiet}>No posts</p>
        ) : (
          <ul className={styles.previewPosts} aria-label="Newest posts">
            {posts.map((post) => (
              <PostPreview key={post._id} post={post} name={performer.name} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Seen({ preview: { closed, performer, feeds: posts }, name }: { preview: Preview; name: string }) {
  if (closed || !performer)
    return (
      <EmptyState
        compact
        level={3}
        icon={<EyeOff size={28} />}
        title={`Nothing to see from ${name}`}
        text={closedLabels[closed ?? 'unpublished']}
      />
    );
  return <Page performer={performer} posts={posts} />;
}

interface Place {
  readonly country: string;
  readonly state?: string;
  readonly vpn?: 'true';
}

function LoadedPreview({ place, name }: { place: Place; name: string }) {
  const { country, ...query } = place;
  const request = useRead(previewFromCountry, { params: { country }, query });
  const skeleton = (
    <Skeleton label="Loading the preview">
      <Stack gap={12}>
        <SkeletonPerson />
        <SkeletonText lines={3} />
      </Stack>
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(preview) => <Seen preview={preview} name={name} />}
    </LoadedView>
  );
}

/** "View as country X": the creator's page as a logged-out visitor from that place sees it. */
export function CountryPreview() {
  const options = [...useCountryOptions(), { value: unknownCountry, label: 'Unknown country' }];
  const [country, setCountry] = useState('');
  const [state, setState] = useState('');
  const [isVpn, setVpn] = useState(false);
  const states = useStateOptions(country);
  const isState = states.some(({ value }) => value === state);
  const place: Place = { country, ...(isState ? { state } : {}), ...(isVpn ? { vpn: 'true' } : {}) };
  const findLabel = (list: readonly SelectOption[], code: string) =>
    list.find(({ value }) => value === code)?.label ?? code;
  const name = isState
    ? `${findLabel(states, state)}, ${findLabel(options, country)}`
    : findLabel(options, country);
  return (
    <Stack>
      <SelectField
        label="Preview as a visitor from"
        placeholder="Choose a country"
        options={options}
        value={country}
        onChange={setCountry}
      />
      {states.length > 0 ? (
        <SelectField
          label="State or region"
          placeholder="Unknown"
          options={[{ value: '', label: 'Unknown' }, ...states]}
          value={isState ? state : ''}
          onChange={setState}
        />
      ) : null}
      {country ? (
        <>
          <Checkbox
            label="Using a VPN"
            checked={isVpn}
            onChange={({ currentTarget }) => setVpn(currentTarget.checked)}
          />
          <LoadedPreview key={JSON.stringify(place)} place={place} name={name} />
        </>
      ) : null}
    </Stack>
  );
}
