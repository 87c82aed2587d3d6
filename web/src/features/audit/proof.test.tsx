import { exportFormat, reportFormat } from '@dayline/contracts/proof/export-format';
import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAuditor } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import { CheckButton } from './components/check-dialog.tsx';
import { ExportButtons } from './components/export-buttons.tsx';
import { createKey, sealed } from './signing.fixture.ts';

const { clientId } = anAuditor;
const exports = () =>
  show(<ExportButtons request={{ clientId: clientId ?? '', from: '2026-11-21' }} />, { as: anAuditor });

test('an export is saved under the name that the server gives, with the filters of the page', async () => {
  const links: string[] = [];
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.download);
  });
  const requests = answer('exportCsv', {}, { 'Content-Disposition': 'attachment; filename="dayline-sunrise.csv"' });
  const { user, container } = exports();
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Saved as dayline-sunrise.csv')).toBeVisible();
  expect(links).toEqual(['dayline-sunrise.csv']);
  expect(requests[0]?.body).toEqual({ clientId, from: '2026-11-21' });
  expect(await axe(container)).toHaveNoViolations();
  click.mockRestore();
});

test('an export that fails says why', async () => {
  refuse('exportNdjson', 'request.throttled');
  const { user } = exports();
  await user.click(screen.getByRole('button', { name: 'Export NDJSON' }));
  expect(await screen.findByText('Too many attempts. Please try again later.')).toBeVisible();
});

const opened = async () => {
  answer('getLastCheck', { viewsComparedAt: '2026-11-21T05:00:00.000Z', differing: 0 });
  const { user } = show(<CheckButton />, { as: anAuditor });
  await user.click(screen.getByRole('button', { name: 'Check' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Check for tampering' }) };
};

test('the log is checked, and what is wrong is named', async () => {
  const faults = [{ position: '5', text: 'position 5, doctorDay-1@3: altered, its chain doesn’t fit' }];
  answer('checkLog', [
    { events: 50_000, result: null },
    {
      events: 60_000,
      result: { streams: 1_200, position: '60000', heads: 24, kept: 2, views: null, count: 1, faults },
    },
  ]);
  const { user, dialog } = await opened();
  await user.click(within(dialog).getByRole('button', { name: 'Check the log' }));
  expect(await within(dialog).findByText('The log was tampered with.')).toBeVisible();
  expect(within(dialog).getByRole('alert')).toHaveTextContent(
    '60,000 entries in 1,200 streams. Heads compared: 24 signed in the log, 2 kept.The rows behind the pages were not compared with the log.',
  );
  expect(within(dialog).getByRole('list', { name: 'Problems' })).toHaveTextContent('doctorDay-1@3: altered');
  expect(await axe(dialog)).toHaveNoViolations();
});

test('rows that differ from a log that is whole are named, and when they were compared last', async () => {
  const text = 'desk@26 appointments 1: altered, status is not what the log says';
  const views = { rows: 9, comparedAt: '2026-11-21T06:00:00.000Z' };
  const kinds = { streams: 2, position: '7', heads: 1, kept: 0, views, count: 1 };
  answer('checkLog', [{ events: 7, result: { ...kinds, faults: [{ position: '7', text }] } }]);
  const { user, dialog } = await opened();
  expect(
    await within(dialog).findByText(/last compared with the log on Nov 21, 10:30 AM: no differences\./),
  ).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Check the log' }));
  expect(await within(dialog).findByText('The log is intact, but the pages do not show what it says.')).toBeVisible();
  expect(within(dialog).getByRole('list', { name: 'Problems' })).toHaveTextContent(text);
});

test('a log that is whole says so', async () => {
  answer('checkLog', [
    {
      events: 7,
      result: {
        streams: 2,
        position: '7',
        heads: 0,
        kept: 0,

        views: { rows: 12, comparedAt: '2026-11-21T05:00:00.000Z' },
        count: 0,
        faults: [],
      },
    },
  ]);
  const { user, dialog } = await opened();
  await user.click(within(dialog).getByRole('button', { name: 'Check the log' }));
  expect(await within(dialog).findByText('No tampering found.')).toBeVisible();
  expect(within(dialog).getByText(/There is no signed head to compare with/)).toBeVisible();
});

test('a report that was saved is checked like an export', async () => {
  const { key, sign } = await createKey();
  const moment = { instant: '2026-11-21T05:00:00.000Z', position: '0000000000000007', zone: 'Asia/Kolkata' };
  const header = { format: reportFormat, clinic: 'Sunrise', month: '2026-11', madeAt: moment.instant, key };
  const text = await sealed([{ ...header, earlier: moment, later: moment }, { row: 'all' }], sign);
  answer('listAuditKeys', { keys: [key] });
  const { user, dialog } = await opened();
  const file = new File([text], 'report.ndjson');
  await user.upload(within(dialog).getByLabelText('Export to check and kept heads'), file);
  expect(await within(dialog).findByText('The export is intact.')).toBeVisible();
  expect(dialog).toHaveTextContent('report.ndjson · Sunrise · A report of 1 line.');
});

test('heads that were kept are sent with the check of the log, and named beside an export', async () => {
  const head = { position: '0000000000000009', events: 9, digest: 'a'.repeat(64) };
  const requests = answer('checkLog', [
    {
      events: 9,
      result: {
        streams: 2,
        position: head.position,
        heads: 1,
        kept: 1,

        views: { rows: 12, comparedAt: '2026-11-21T05:00:00.000Z' },
        count: 0,
        faults: [],
      },
    },
  ]);
  const { key, sign } = await createKey();
  answer('listAuditKeys', { keys: [key] });
  const { user, dialog } = await opened();
  const choose = within(dialog).getByLabelText('Export to check and kept heads');
  await user.upload(choose, new File([JSON.stringify(head)], 'head.json'));
  expect(await within(dialog).findByText('Kept heads: head.json')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Check the log' }));
  expect(await within(dialog).findByText(/Heads compared: 1 signed in the log, 1 kept\./)).toBeVisible();
  expect(requests[0]?.body).toEqual({ clientId, heads: [head] });

  const moment = { instant: '2026-11-21T05:00:00.000Z', position: '0000000000000007', zone: 'Asia/Kolkata' };
  const header = { format: reportFormat, clinic: 'Sunrise', month: '2026-11', madeAt: moment.instant, key };
  const text = await sealed([{ ...header, earlier: moment, later: moment }], sign);
  await user.upload(choose, new File([text], 'report.ndjson'));
  expect(await within(dialog).findByText('Kept heads compared: 0 of 1.')).toBeVisible();
  expect(within(dialog).getByRole('alert')).toHaveTextContent(/^The export is consistent, but it was not compared/);
  expect(within(dialog).getByText('Not covered because they are later than the file: head.json.')).toBeVisible();
});

test('an export without a kept head fits itself, and says what is missing', async () => {
  const { key, sign } = await createKey();
  const header = { format: exportFormat, clientId, clinic: 'Sunrise', zone: 'Asia/Kolkata', selection: {}, key };
  const file = await sealed([{ ...header, madeAt: '2026-11-21T05:00:00.000Z', start: null, everyHead: true }], sign);
  answer('listAuditKeys', { keys: [key] });
  const { user, dialog } = await opened();
  await user.upload(within(dialog).getByLabelText('Export to check and kept heads'), new File([file], 'export.ndjson'));
  expect(await within(dialog).findByText(/^No kept head was given\. Without one/)).toBeVisible();
  expect(within(dialog).getByRole('alert')).toHaveTextContent(/^The export is consistent, but it was not compared/);
});

test('of two files that are no kept heads none is checked in place of the other', async () => {
  const { user, dialog } = await opened();
  await user.upload(within(dialog).getByLabelText('Export to check and kept heads'), [
    new File(['{}'], 'export.ndjson'),
    new File(['{"position":"1"}'], 'cut-head.json'),
  ]);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    /Nothing was checked.*export\.ndjson, cut-head\.json/,
  );
});

test('a browser without signatures says what to do instead', async () => {
  answer('listAuditKeys', { keys: [{ keyId: 'a', algorithm: 'Ed25519', publicKey: 'AA==' }] });
  const { user, dialog } = await opened();
  await user.upload(within(dialog).getByLabelText('Export to check and kept heads'), new File(['{}'], 'export.ndjson'));
  expect(await within(dialog).findByText(/audit verify FILE/)).toBeVisible();
});
