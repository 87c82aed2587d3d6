import type { ProjectionStore } from '@dayline/view-store/port';
import { describeFaults, type StoryPlace } from '../testing/fault-stories.ts';
import { newFolder, openViewReader, removeFolder } from '../testing/views.ts';

const folders: string[] = [];
const place: StoryPlace = {
  async renew() {
    folders.push(newFolder());
  },
  open: (): Promise<ProjectionStore> => openViewReader(folders.at(-1) ?? ''),
};
afterAll(() => {
  for (const folder of folders) removeFolder(folder);
});

describeFaults('SQLite', place, { runs: 12 });
