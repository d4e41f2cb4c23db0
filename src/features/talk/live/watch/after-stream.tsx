import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { profilePath } from '#components/people/accounts/person.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Row } from '#ui/layout/stack.tsx';
import styles from './stream.module.css';

/** Where to go after a stream: its replay, the creator's next one, and their profile. */
export const AfterStream = ({ stream: { replayVideoId, performer } }: { stream: Stream }) => (
  <Row className={styles.ways}>
    {replayVideoId ? (
      <ButtonLink variant="primary" href={routes.video(replayVideoId)}>
        Watch the replay
      </ButtonLink>
    ) : null}
    <ButtonLink href={profilePath(performer)}>Go to profile</ButtonLink>
    <ButtonLink href={routes.live}>See who’s live</ButtonLink>
  </Row>
);
