import type { Locator, Page } from '@playwright/test';

/** The two pages of a doctor's availability. */
export class AvailabilityPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A date of the calendar, by the start of its name: the long date, and its state if it matters. */
  day(name: string): Locator {
    return this.#page.getByRole('group', { name: 'Dates' }).getByRole('button', { name });
  }

  /** Goes to the calendar page that contains a date. */
  async laterUntil(longDate: string): Promise<void> {
    await this.#page.getByRole('group', { name: 'Dates' }).waitFor();
    const later = this.#page.getByRole('button', { name: 'Later dates' });
    while ((await this.day(longDate).count()) === 0) await later.click();
  }

  time(clockTime: string): Locator {
    return this.#page.getByRole('checkbox', { name: new RegExp(`^${clockTime},`) });
  }

  update(): Promise<void> {
    return this.#page.getByRole('button', { name: 'Update Availability', exact: true }).click();
  }

  /** Opens a date of Blocked Slots, yyyy-mm-dd. */
  openBlocked(date: string): Promise<void> {
    const short = new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      weekday: 'short',
      month: 'short',
      day: 'numeric',
    });
    return this.#page.getByRole('button', { name: new RegExp(`^${short}`), expanded: false }).click();
  }
}
