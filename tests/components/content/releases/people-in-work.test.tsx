import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PeopleInWork as People, Release } from '#contract/content/releases.ts';
import { PeopleInWork } from '#components/content/releases/people-in-work.tsx';
import { ReleasesList } from '#components/content/releases/releases-list.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';

const at = '2026-11-20T10:00:00.000Z';
const aRelease = (changes: Partial<Release> = {}): Release => ({
  _id: 'r1',
  name: 'Jane Doe',
  document: null,
  works: [],
  createdAt: at,
  ...changes,
});
const pdf = new File(['%PDF-1.7'], 'jane.pdf', { type: 'application/pdf' });

/** A site that remembers who is named. */
function site(start: Partial<People> = {}) {
  let people: People = { data: [], releasesRequired: false, ...start };
  return {
    'GET /performer/media-items/:kind/:id/people': () => people,
    'GET /performers/releases': () => ({ data: [aRelease()], total: 1 }),
    'PUT /performer/media-items/:kind/:id/people': ({ body }: { body?: { releaseIds: string[] } }) => {
      people = {
        ...people,
        data: (body?.releaseIds ?? []).map((_id) => ({ _id, name: 'Jane Doe', hasDocument: false })),
      };
      return people;
    },
  };
}
const named = () => within(screen.getByRole('list', { name: 'People in this work' }));

describe('people in a work', () => {
  it('adds a person with a release and names them; Enter doesn’t submit the editor around it', async () => {
    let sent = 0;
    const { hand, deps } = await draw(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent += 1;
        }}
      >
        <PeopleInWork kind="video" id="v1" />
      </form>,
      { answers: site() },
    );
    await hand.click(await screen.findByRole('button', { name: 'Add a person' }));
    await hand.type(screen.getByLabelText('Legal name'), '{Enter}');
    expect(await screen.findByText('Enter their legal name.')).toBeTruthy();
    await hand.type(screen.getByLabelText('Legal name'), ' Jane Doe ');
    await hand.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, pdf);
    await hand.type(screen.getByLabelText('Legal name'), '{Enter}');
    const upload = deps.api.uploads[0]!;
    expect([upload.route, upload.body, upload.files]).toEqual([
      'POST /performers/releases',
      { name: 'Jane Doe' },
      { release: pdf },
    ]);
    upload.arrive(aRelease());
    await waitFor(() => expect(named().getByText('Jane Doe')).toBeTruthy());
    expect(sent).toBe(0);
  });

  it('says why an upload was refused, and keeps what was entered', async () => {
    const { hand, deps } = await draw(<PeopleInWork kind="video" id="v1" />, { answers: site() });
    await hand.click(await screen.findByRole('button', { name: 'Add a person' }));
    await hand.type(screen.getByLabelText('Legal name'), 'Jane');
    await hand.click(screen.getByRole('button', { name: 'Add person' }));
    deps.api.uploads[0]!.fail(problem(422, { message: 'Send the document as a PDF file.' }));
    expect(await screen.findByText('Send the document as a PDF file.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Legal name').value).toBe('Jane');
  });

  it('shows who has no release where one is required, and uploads it', async () => {
    const { hand, deps } = await draw(<PeopleInWork kind="video" id="v1" />, {
      answers: site({ releasesRequired: true, data: [{ _id: 'r1', name: 'Jane Doe', hasDocument: false }] }),
    });
    expect(await screen.findByText(/Everyone you name needs a signed release/)).toBeTruthy();
    expect(named().getByText('No release')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Upload the release of Jane Doe' }));
    await hand.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, pdf);
    expect(deps.api.uploads[0]?.route).toBe('POST /performers/releases/:id/document');
  });

  it('removes a person, or says why not', async () => {
    let fails = true;
    const answers = site({ data: [{ _id: 'r1', name: 'Jane Doe', hasDocument: true }] });
    const { hand } = await draw(<PeopleInWork kind="video" id="v1" />, {
      answers: {
        ...answers,
        'PUT /performer/media-items/:kind/:id/people': (input) => {
          if (fails) throw problem(500, { message: 'That didn’t work.' });
          return answers['PUT /performer/media-items/:kind/:id/people'](input);
        },
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Remove Jane Doe' }));
    expect(await screen.findByText('That didn’t work.')).toBeTruthy();
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Remove Jane Doe' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'People in this work' })).toBeNull());
  });
});

describe('the list of people and releases', () => {
  it('says where they appear, and why they can’t be removed', async () => {
    const { hand } = await draw(<ReleasesList />, {
      answers: {
        'GET /performers/releases': () => ({
          data: [
            aRelease({
              document: { mime: 'application/pdf', bytes: 9, sentAt: at },
              works: [{ kind: 'video', itemId: 'v1', title: 'Kiln', state: 'published' }],
            }),
          ],
          total: 1,
        }),
        'DELETE /performers/releases/:id': () => {
          throw problem(409, { message: 'They’re named in “Kiln”.' });
        },
      },
    });
    expect((await screen.findByRole('link', { name: 'Kiln' })).getAttribute('href')).toBe(
      '/creator/videos/v1',
    );
    await hand.click(screen.getByRole('button', { name: 'Remove Jane Doe' }));
    await hand.click(await screen.findByRole('button', { name: 'Remove person' }));
    expect(await screen.findByText('They’re named in “Kiln”.')).toBeTruthy();
  });

  it('is empty at first, and offers another try when it didn’t load', async () => {
    let fails = true;
    const { hand } = await draw(<ReleasesList />, {
      answers: {
        'GET /performers/releases': () => {
          if (fails) throw problem(500);
          return { data: [], total: 0 };
        },
      },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    fails = false;
    await hand.click(again);
    expect(await screen.findByText('People you name in your work appear here.')).toBeTruthy();
  });
});
