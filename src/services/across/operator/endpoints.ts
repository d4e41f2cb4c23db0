import { list as plainList, read as plainRead, write as plainWrite } from '../../http/endpoints.ts';
import { proven } from '../../http/proof.ts';

/*
 * How the endpoints of the operator's desk are declared. Any of its calls may want the second factor again: the
 * dialog for it opens over the page, and the call is repeated, so nothing typed is lost.
 *
 * What is shown has the tag `Desk`, and every action invalidates it, because an action shows up in the queue, in
 * the case, in the person's timeline and in the counts of the navigation. Also after an error, because another
 * operator may have been faster.
 */

export const read: typeof plainRead = (route, options) => proven(plainRead(route, options));
export const list: typeof plainList = (route, options) => proven(plainList(route, options));
export const write: typeof plainWrite = (route, options) => proven(plainWrite(route, options));
