import { PersonPicker } from '#components/people/accounts/person-picker.tsx';
import { Person } from '#components/people/accounts/person.tsx';
import { Approval } from '#components/people/creators/approval.tsx';
import { CreatorCard, CreatorRow } from '#components/people/creators/creator-card.tsx';
import { FollowButton } from '#components/people/creators/follow-button.tsx';
import { InterestChips } from '#components/people/creators/interest-chips.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { aCard, aRow } from '../../../setup/factories/creators.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { Product, listOf, never } from '../../product.tsx';

const nothing = () => undefined;
const fan = aCard({ name: 'Bo', username: 'bo', avatar: '', isPerformer: false, isVerified: false });
const longName = aCard({ name: 'A name that is far too long for the room it has', username: 'a'.repeat(30) });

export const People = () => (
  <Stack>
    <Person person={aCard({ isOnline: true })} aside="12 posts" />
    <Person person={aCard({ isLive: true })} />
    <Person person={fan} size={32} />
    <Person person={longName} />
  </Stack>
);
export const Creators = () => (
  <Stack>
    <CreatorCard creator={aRow({ cover: null, isLive: true })} />
    <CreatorCard creator={aRow({ _id: 'c2', isFollowed: true, monthlyPrice: null, bio: '' })} />
    <CreatorRow creator={aRow()} />
  </Stack>
);
export const Follow = () => (
  <Row>
    <FollowButton performer={aCard()} isFollowed={false} />
    <FollowButton performer={aCard()} isFollowed />
  </Row>
);
export const InReview = () => (
  <Approval performer={{ verified: 'pending', verifiedReason: null }} onAccount={false} />
);
export const DocumentsRejected = () => (
  <Approval performer={{ verified: 'rejected', verifiedReason: 'The photo is blurred.' }} onAccount />
);
const categories = ['ceramics', 'painting', 'cooking', 'travel'].map((name) => ({ name, count: 3 }));
export const Interests = () => (
  <Product
    answers={{
      'GET /performers/categories': () => listOf(...categories),
      'GET /users/interests': () => ({ interests: ['ceramics'] }),
    }}
  >
    <InterestChips />
  </Product>
);
export const InterestsFailed = () => (
  <Product
    answers={{
      'GET /performers/categories': () => listOf(...categories),
      'GET /users/interests': () => {
        throw problem(503, { message: 'The site is being updated. Try again in a minute.' });
      },
    }}
  >
    <InterestChips />
  </Product>
);
export const Picker = () => (
  <Product answers={{ 'GET /users/search': () => listOf(fan, longName) }}>
    <PersonPicker onPick={nothing} />
  </Product>
);
export const PickerLoading = () => (
  <Product answers={{ 'GET /users/search': never }}>
    <PersonPicker onPick={nothing} />
  </Product>
);
