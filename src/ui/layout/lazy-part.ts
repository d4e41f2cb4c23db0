import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { untilLoaded } from '#lib/device/until-loaded.ts';

/** A component whose code loads when it is first rendered, retrying until the network allows it. */
// oxlint-disable-next-line typescript/no-explicit-any -- React's own bound for what can be lazy
export const lazyPart = <Part extends ComponentType<any>>(
  load: () => Promise<Part>,
): LazyExoticComponent<Part> => lazy(async () => ({ default: await untilLoaded(load) }));
