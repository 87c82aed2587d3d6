import { hospitalDayOn } from '@dayline/contracts/clinic/calendar';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { lastBlockableDate, lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { refuse } from '@dayline/contracts/errors';
import type { Queries } from '../queries/answer.ts';

/** The days of the whole hospital. */
export const calendarQueries: Queries<'listHospitalDays' | 'listClosures'> = {
  async listHospitalDays({ clientId }, { directory }) {
    const calendar = directory.calendar(clientId);
    const days = (calendar?.days ?? []).map(({ on, open, revision: _revision, ...day }) => ({
      ...day,
      date: 'date' in on ? on.date : null,
      weekday: 'date' in on ? null : on.weekday,
      weeks: 'date' in on ? [] : [...on.weeks],
      open: [...open],
    }));
    days.sort((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)));
    return { body: { revision: calendar?.revision ?? -1, days } };
  },

  async listClosures({ pocId }, { directory, clinicOf, horizonDays }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const { clientId, branchId } = doctor;
    const calendar = directory.calendar(clientId);
    const { date: today } = clinicOf(clientId);
    const last = lastBlockableDate(today, lastBookableDate(today, horizonDays));
    const body = [];
    for (let date = today; date <= last; date = addDays(date, 1)) {
      const day = hospitalDayOn(calendar, date, branchId);
      if (day) body.push({ date, name: day.name, open: [...day.open] });
    }
    return { body };
  },
};
