import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aDoctor, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import AppointmentStoryPage from './appointment-story-page.tsx';
import AuditPage from './audit-page.tsx';
import { aRefusal, aStory, storyId } from './story.fixture.ts';

const asha = {
  pocId: testId(200),
  pocName: 'Dr. Asha Menon',
  departmentDoctors: 1,
  departmentName: 'Cardiology',
  email: null,
  contactNumber: null,
  externalId: null,
  today: { state: 'unscheduled' as const, capacity: 0, booked: 0, byHour: [], blockedHours: [] },
  nextFree: null,
};
const openList = (at = '/audit/appointments') => show(<AuditPage />, { as: anAuditor, at });
const openStory = (as = anAuditor, id = storyId) =>
  show(<AppointmentStoryPage />, { as, at: `/audit/appointments/${id}`, path: '/audit/appointments/:appointmentId' });

describe('the list', () => {
  beforeEach(() => {
    answer('listDoctorsOfClient', [asha]);
  });

  test('shows a page of appointments, each with its history', async () => {
    const requests = answer('searchAuditAppointments', [aStory.appointment], { 'X-Total-Count': '34' });
    const { user, router, container } = openList();
    expect(await screen.findByText('34 Appointments')).toBeVisible();
    expect(screen.getByText('Rohan Kulkarni')).toBeVisible();
    expect(screen.getByText('Page 1 of 4')).toBeVisible();
    expect(requests[0]?.body).toEqual({ clientId: anAuditor.clientId, page: 1, pageSize: 10 });
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(requests.at(-1)?.body.page).toBe(3));
    expect(router.state.location.search).toBe('?page=3');
    await user.click(screen.getByRole('link', { name: 'History of Rohan Kulkarni' }));
    expect(router.state.location.pathname).toBe(`/audit/appointments/${storyId}`);
  });

  test('is found by patient, doctor and day; the address says so, and the list starts at page 1', async () => {
    const requests = answer('searchAuditAppointments', [aStory.appointment], { 'X-Total-Count': '34' });
    const { user, router } = openList('/audit/appointments?page=2');
    await screen.findByRole('option', { name: 'Dr. Asha Menon' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Asha Menon');
    await user.type(screen.getByLabelText('Day'), '2026-11-21');
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or phone' }), 'rohan');
    await waitFor(() =>
      expect(requests.at(-1)?.body).toEqual({
        clientId: anAuditor.clientId,
        pocId: asha.pocId,
        date: '2026-11-21',
        search: 'rohan',
        page: 1,
        pageSize: 10,
      }),
    );
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      doctor: asha.pocId,
      day: '2026-11-21',
      search: 'rohan',
    });
  });

  test('opens as its address says', async () => {
    const requests = answer('searchAuditAppointments', [aStory.appointment]);
    openList(`/audit/appointments?doctor=${asha.pocId}&day=2026-11-21&search=ro`);
    await waitFor(() =>
      expect(requests.at(-1)?.body).toMatchObject({ pocId: asha.pocId, date: '2026-11-21', search: 'ro' }),
    );
    expect(screen.getByRole('searchbox')).toHaveValue('ro');
    expect(screen.getByLabelText('Day')).toHaveValue('2026-11-21');
  });

  test('says when nothing matches, and clears what narrows it', async () => {
    answer('searchAuditAppointments', []);
    const { user, router } = openList('/audit/appointments?day=2026-11-21');
    expect(await screen.findByText('No appointment matches the patient, doctor and day above.')).toBeVisible();
    const [first] = screen.getAllByRole('button', { name: 'Clear Search' });
    if (first) await user.click(first);
    expect(router.state.location.search).toBe('');
    expect(await screen.findByText('Booked appointments appear here, each with its history.')).toBeVisible();
  });

  test('that fails says so, and is asked again', async () => {
    refuse('searchAuditAppointments', 'service.fault');
    const { user } = openList();
    expect(await screen.findByText('Failed to fetch appointments.')).toBeVisible();
    answer('searchAuditAppointments', [aStory.appointment]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Rohan Kulkarni')).toBeVisible();
  });
});

describe('the story', () => {
  test('is shown in sentences, oldest first, with who and what undid what', async () => {
    answer('getAppointmentStory', aStory);
    const { container } = openStory();
    expect(await screen.findByRole('heading', { name: 'Rohan Kulkarni · Nov 21, 11:20 AM' })).toBeVisible();
    const entries = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(entries).toHaveLength(5);
    expect(entries[0]).toHaveTextContent(
      'Nov 18, 4:02:00 PMBooked for Nov 21, 11:20 AM with Dr. Asha Menon, Direct ConsultationFront Desk 1, admin · Web · booking wizardBoard at that time',
    );
    expect(entries[1]).toHaveTextContent('Payment recorded: Pay laterFront Desk 1, admin · Web');
    expect(entries[2]).toHaveTextContent('Marked Not VisitedDr. Asha Menon · Web · undone 4 s later');
    expect(entries[3]).toHaveTextContent('Undo: status back to ConfirmedDr. Asha Menon · Web · undoes the entry above');
    // Each entry links to the other, and a bracket joins them.
    expect(screen.getByRole('link', { name: 'undone 4 s later' })).toHaveAttribute('href', `#${entries[3]?.id}`);
    expect(screen.getByRole('link', { name: 'undoes the entry above' })).toHaveAttribute('href', `#${entries[2]?.id}`);
    expect(entries.map((entry) => entry.querySelector('[data-tie]')?.getAttribute('data-tie') ?? null)).toEqual([
      null,
      null,
      'start',
      'end',
      null,
    ]);
    // For an entry on another day than the appointment's: that day's details, with the appointment; otherwise the
    // board.
    const boards = screen.getAllByRole('link', { name: /^Board at that time/ });
    expect(boards[0]).toHaveAttribute(
      'href',
      expect.stringMatching(new RegExp(`&screen=details&listed=2026-11-21&marked=${storyId}$`)),
    );
    expect(boards.at(-1)?.getAttribute('href')).toMatch(/^\/audit\/replay\?position=\d+&at=[^&]+$/);
    expect(screen.getByText(/5 entries · chain intact/)).toBeVisible();
    expect(screen.getByText('Visited')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All Appointments' })).toHaveAttribute('href', '/audit/appointments');
    expect(await axe(container)).toHaveNoViolations();
  });

  test('has what was in force when it was booked', async () => {
    answer('getAppointmentStory', aStory);
    openStory();
    const terms = await screen.findByLabelText('At the time of booking', { selector: 'dl' });
    for (const text of [
      'Fee₹500.00',
      'Meeting linkhttps://meet.google.com/abc-defg-hij',
      'Hours9:00 AM to 12:00 PM · 20 min · capacity 2',
      'BranchMain Branch',
    ])
      expect(terms).toHaveTextContent(text);
  });

  test('says so where nothing was set when it was booked', async () => {
    answer('getAppointmentStory', { ...aStory, whenBooked: { fee: null, meetingLink: null, hours: [], branch: null } });
    openStory();
    expect(await screen.findByLabelText('At the time of booking', { selector: 'dl' })).toHaveTextContent(
      'FeeNone setMeeting linkNone setHoursNone on this weekdayBranchNo branch',
    );
  });

  test("names the clinic's zone where the viewer's differs", async () => {
    answer('getAppointmentStory', { ...aStory, zone: 'Pacific/Kiritimati' });
    openStory();
    expect(await screen.findByText(/times of the clinic \(Pacific\/Kiritimati\)/)).toBeVisible();
  });

  test('shows the technical detail on demand', async () => {
    answer('getAppointmentStory', aStory);
    const { user, container } = openStory();
    const summary = await screen.findByText('Technical detail', { selector: '[aria-label$="of Marked Visited"]' });
    expect(screen.queryByText('Event type')).not.toBeInTheDocument();
    await user.click(summary);
    const entry = within(screen.getByRole('list', { name: 'History' }))
      .getAllByRole('listitem')
      .at(-1);
    await waitFor(() => expect(entry).toHaveTextContent('Event typeAppointmentMarkedVisited'));
    expect(entry).toHaveTextContent('Revision5');
    expect(entry).toHaveTextContent('Recorded atNov 21, 11:31:00 AM (Asia/Kolkata)');
    const json = screen.getByRole('region', { name: 'JSON of Marked Visited' });
    expect(JSON.parse(json.textContent ?? '')).toMatchObject({ type: 'AppointmentMarkedVisited', revision: 5 });
    // Only the single entry.
    expect(screen.getAllByText('Event type')).toHaveLength(1);
    expect(await axe(container)).toHaveNoViolations();
    await user.click(summary);
    await waitFor(() => expect(screen.queryByText('Event type')).not.toBeInTheDocument());
  });
});

describe('the story, where something is wrong or missing', () => {
  test('warns when the record does not fit together', async () => {
    answer('getAppointmentStory', { ...aStory, chainWhole: false });
    openStory();
    expect(await screen.findByRole('alert')).toHaveTextContent('is inconsistent');
    expect(screen.getByText(/5 entries · chain broken/)).toBeVisible();
  });

  test('of an erased patient tells what happened, not to whom', async () => {
    const appointment = { ...aStory.appointment, UserName: null, UserContact: null, UserLocation: null };
    answer('getAppointmentStory', { ...aStory, appointment });
    openStory();
    expect(await screen.findByRole('heading', { name: 'Erased patient · Nov 21, 11:20 AM' })).toBeVisible();
  });

  test("leads a doctor to no list of the client's", async () => {
    answer('getAppointmentStory', aStory);
    openStory(aDoctor);
    await screen.findByRole('list', { name: 'History' });
    expect(screen.queryByRole('link', { name: 'All Appointments' })).not.toBeInTheDocument();
  });

  test.each(['appointment.unknown', 'access.foreign'] as const)('%s looks alike', async (code) => {
    refuse('getAppointmentStory', code);
    openStory();
    expect(await screen.findByText('This appointment does not exist.')).toBeVisible();
  });

  test('of a mistyped address asks nothing', async () => {
    openStory(anAuditor, 'not-an-id');
    expect(await screen.findByText('This appointment does not exist.')).toBeVisible();
  });

  test('that fails says so, and is asked again', async () => {
    refuse('getAppointmentStory', 'service.fault');
    const { user } = openStory();
    expect(await screen.findByText('The history could not be loaded.')).toBeVisible();
    answer('getAppointmentStory', aStory);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('list', { name: 'History' })).toBeVisible();
  });
});

describe('refused attempts', () => {
  const dotOf = (entry: HTMLElement | undefined): CSSStyleDeclaration => {
    const dot = entry?.querySelector('[aria-hidden="true"] > *');
    if (!dot) throw new Error('an entry has a dot');
    return getComputedStyle(dot);
  };

  test('stand in the story in place, with who, when to the second, what and why not', async () => {
    answer('getAppointmentStory', { ...aStory, entries: aStory.entries.toSpliced(2, 0, aRefusal) });
    const { user, container } = openStory();
    const entries = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(entries).toHaveLength(6);
    expect(entries[2]).toHaveTextContent(
      'Nov 20, 11:24:07 AMTried to mark it VisitedDr. Asha Menon · Web · refused: An appointment cannot be marked before its day.',
    );
    const [, payment, refused] = entries;
    // Both are grey, and the refused one is hollow.
    expect(dotOf(refused).borderColor).toBe(dotOf(payment).borderColor);
    expect(dotOf(refused).backgroundColor).not.toBe(dotOf(payment).backgroundColor);
    expect(screen.queryByText(/Refused attempts may be missing/)).not.toBeInTheDocument();
    await user.click(screen.getByText('Technical detail', { selector: '[aria-label$="Tried to mark it Visited"]' }));
    await waitFor(() => expect(refused).toHaveTextContent('Event typeCommandRefused'));
    expect(await axe(container)).toHaveNoViolations();
  });

  test('that may be missing are named', async () => {
    answer('getAppointmentStory', { ...aStory, refusalsLevel: false });
    openStory();
    expect(await screen.findByText('The activity is delayed. Refused attempts may be missing here.')).toBeVisible();
  });
});
