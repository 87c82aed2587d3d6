/** The sentences of the directories (sections 2 and 8 of the specification). */
export const departmentsText = {
  title: 'Departments',
  search: 'Search by department name',
  failed: 'Failed to fetch departments',
  none: 'No departments yet',
  noneHint: 'Departments are opened from the command line.',
  noMatch: 'No departments match your search',
  clear: 'Clear Search',
} as const;

export const usersText = {
  title: (client: string) => `${client} User Details`,
  search: 'Search by name, contact, email or location',
  placeholder: 'Name, contact, email or location',
  failed: 'Failed to load users data. Please try again.',
  none: 'No users found',
  noneHint: 'A patient becomes a user with the first booking.',
  noMatch: 'No users match your search criteria',
  clear: 'Clear Search',
} as const;

export const doctorsText = {
  title: (client: string) => `${client} Doctors`,
  unknownClient: 'Unknown Client',
  search: 'Search by doctor name',
  failed: 'Error fetching doctors.',
  none: 'No doctors yet',
  noneHint: 'A doctor who is added stands here, in the department.',
  noMatch: 'No doctors match your search',
  clear: 'Clear Search',
  add: 'Add POC',
  view: 'View Appointments',
  blocked: 'Blocked',
  noHours: 'No hours today',
  noSchedule: 'No schedule yet',
} as const;

export const viewPocText = {
  title: 'View POC',
  department: 'Department',
  choose: 'Choose a department',
  chooseHint: 'Its doctors stand here, with their appointments.',
  departmentsFailed: 'Failed to load departments. Please try again later.',
  noDepartments: 'No departments yet',
  failed: 'Failed to load POCs. Please try again later.',
  none: 'No doctors found in this department. Please try selecting a different department.',
  view: 'View Appointments',
} as const;
