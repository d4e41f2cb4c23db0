import type { LiveGrant } from '#contract/core/live-grant.ts';
import { empty } from './playing.ts';
import { isFinal } from './session.ts';
import type { Publication, PublishOptions, WatchOptions, Watching } from './live-types.ts';

/*
 * Sends and watches live streams. Load this module with the press of a button; it loads what a grant needs.
 */

/** Sends `media` with a host's grant. The first state is reported before this resolves. */
export async function publish(options: PublishOptions): Promise<Publication> {
  options.onState('connecting');
  switch (options.grant.kind) {
    case 'whip':
      return (await import('./whip.ts')).publishWhip(options);
    case 'agora':
      return (await import('./agora.ts')).publishAgora(options);
    default:
      return (await import('./loopback.ts')).publishLoopback(options);
  }
}

/** Plays a stream with the grant it was loaded for. */
type Player = (options: WatchOptions) => Promise<Watching>;

/** Loads what plays the grants of a kind. */
export async function loadPlayer(grant: LiveGrant): Promise<Player> {
  switch (grant.kind) {
    case 'whep':
      return (await import('./whep.ts')).watchWhep;
    case 'hls': {
      const { watchHls } = await import('./hls.ts');
      return (options) => watchHls(options, grant.url);
    }
    case 'agora':
      return (await import('./agora.ts')).watchAgora;
    default:
      return (await import('./loopback.ts')).watchLoopback;
  }
}

/**
 * Plays a stream in `video` with a viewer's grant. The first state is reported before this resolves. Once it is
 * over, whoever ended it, the video is empty: what a player has loaded ahead isn't the viewer's anymore.
 */
export async function watch(options: WatchOptions, load = loadPlayer): Promise<Watching> {
  const { video, onState } = options;
  onState('connecting');
  const play = await load(options.grant);
  const watching = await play({
    ...options,
    onState(state) {
      if (isFinal(state)) empty(video);
      onState(state);
    },
  });
  return {
    ...watching,
    // Emptied first: ending the connection takes a request.
    stop() {
      empty(video);
      return watching.stop();
    },
  };
}
