import { maxTypedLength } from '@dayline/contracts/endpoints/patient-search';
import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import MuiLink from '@mui/material/Link';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { callOptions } from '../../shared/api/hooks.ts';
import { useDebounced } from '../../shared/list/debounced.ts';
import { paths, patientPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Key } from '../../ui/buttons/key.tsx';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { isComposing } from '../../ui/fields/composing.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline, lineAbove, lineBelow, PlainList, quietText, Span } from '../../ui/layout/boxes.tsx';
import { uiText } from '../../ui/text.ts';
import { FoundPersonRow } from './found-person.tsx';
import { closePatientSearch, patientSearchLoaded, typePatientSearch, usePatientSearch } from './open-state.ts';
import { searchText as text } from './text.ts';

type Found = ResponseOf<'searchPatients'>;

/** The debounced search and its patients; the previous ones stay until the response. */
function useSearch() {
  const { clientId } = useIdentity();
  const input = usePatientSearch((state) => state.typed);
  const search = useDebounced(input.trim(), 120);
  const request: RequestInputOf<'searchPatients'> = { clientId, search };
  const { data, ...query } = useQuery({
    ...callOptions(useQueryClient(), 'searchPatients', request),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const found = search === '' ? undefined : data?.body;
  // The patients shown may be of an earlier text.
  const isCurrent = search === input.trim() && !query.isPlaceholderData;
  return { typed: input, search, isCurrent, query: { ...query, data: found } };
}

/** The patient chosen by the arrow keys or the pointer; initially the first of each response. */
function useChosen(found: Found | undefined) {
  const ids = found?.people.map(({ userId }) => userId) ?? [];
  const [choice, setChoice] = useState<string>();
  const index = Math.max(0, ids.indexOf(choice ?? ''));
  const move = (step: 1 | -1) => setChoice(ids[Math.min(ids.length - 1, Math.max(0, index + step))]);
  return { chosen: ids[index], setChosen: setChoice, move };
}

const headLook = { ...quietText, minHeight: 30, px: 2, bgcolor: 'surface.raised' } as const;

function KeyHints() {
  return (
    <Inline
      gap={2}
      sx={{
        ...quietText,
        ...lineAbove,
        display: { xs: 'none', md: 'flex' },
        minHeight: 44,
        px: 2,
        bgcolor: 'surface.raised',
      }}
    >
      <Inline gap={0.5}>
        <Key>↑</Key>
        <Key>↓</Key>
        {text.choose}
      </Inline>
      <Inline gap={0.5}>
        <Key>{uiText.enterKey}</Key>
        {text.openKey}
      </Inline>
      <Span sx={{ ml: 'auto' }}>{text.numbersToo}</Span>
    </Inline>
  );
}

/** For a patient who isn't registered yet. */
function BookForNew() {
  const { role, clientId, clientName } = useIdentity();
  if (role !== 'admin') return null;
  return (
    <Inline gap={1.5} sx={{ ...lineAbove, minHeight: 48, px: 2, color: 'text.secondary' }}>
      <Icon name="addPerson" />
      <span>
        {text.notAmong}{' '}
        <MuiLink
          component={Link}
          to={paths.addNewAppointment}
          state={{ clientId, clientName }}
          onClick={closePatientSearch}
          sx={{ fontWeight: 600 }}
        >
          {text.book}
        </MuiLink>
      </span>
    </Inline>
  );
}

/** The field, whose options are the patients found. */
function SearchHead(props: {
  listId: string;
  typed: string;
  /** The id of the chosen option. */
  active: string | undefined;
  onType(input: string): void;
  onKeyDown(event: KeyboardEvent): void;
}) {
  const { listId, typed, active, onType, onKeyDown } = props;
  return (
    <Inline
      gap={1.5}
      sx={{ ...lineBelow, minHeight: 56, flexShrink: 0, pl: { xs: 1.5, md: 2.5 }, pr: { xs: 0.5, md: 2 } }}
    >
      <Span sx={{ display: 'flex', color: 'text.secondary' }}>
        <Icon name="search" />
      </Span>
      <InputBase
        autoFocus
        fullWidth
        value={typed}
        placeholder={text.label}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={patientSearchLoaded}
        inputProps={{
          'aria-label': text.label,
          type: 'text',
          role: 'combobox',
          'aria-expanded': active !== undefined,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': active,
          maxLength: maxTypedLength,
          autoComplete: 'off',
          spellCheck: false,
          enterKeyHint: 'go',
        }}
        sx={{ fontSize: '1.125rem' }}
      />
      <Span sx={{ display: { xs: 'none', md: 'flex' } }}>
        <Key>{uiText.escapeKey}</Key>
      </Span>
      <IconButton aria-label={uiText.close} onClick={closePatientSearch} sx={{ display: { md: 'none' } }}>
        <Icon name="cross" />
      </IconButton>
    </Inline>
  );
}

/** The search for a patient by name, phone or hospital number; a doctor searches only their own patients. */
export function SearchDialog() {
  const { typed, search, isCurrent, query } = useSearch();
  const { chosen, setChosen, move } = useChosen(query.data);
  const listId = useId();
  const navigate = useNavigate();
  const optionOf = (userId: string) => `${listId}-${userId}`;
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(`${listId}-${chosen}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen, listId]);

  // A result of the previous search is never opened: Enter waits for the response.
  const [entered, setEntered] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the answer to what was entered
  useEffect(() => {
    if (!isCurrent || entered !== typed) return;
    // Enter without a match doesn't open a patient found later.
    setEntered(undefined);
    if (chosen !== undefined) open(chosen);
  }, [isCurrent, entered, typed, chosen]);

  function open(userId: string): void {
    closePatientSearch();
    void navigate(patientPath(userId));
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setEntered(typed);
    }
  }

  return (
    <Dialog
      open
      onClose={closePatientSearch}
      fullWidth
      maxWidth={false}
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': text.title,
          sx: {
            width: { xs: '100%', md: 720 },
            m: { xs: 0, md: 2 },
            mt: { xs: 0, md: '72px' },
            maxHeight: { xs: '100dvh', md: 'calc(100dvh - 96px)' },
            height: { xs: '100dvh', md: 'auto' },
            maxWidth: '100%',
            borderRadius: { xs: 0, md: '8px' },
          },
        },
      }}
    >
      <SearchHead
        listId={listId}
        typed={typed}
        active={chosen === undefined ? undefined : optionOf(chosen)}
        onType={typePatientSearch}
        onKeyDown={onKeyDown}
      />
      <Box sx={{ overflowY: 'auto', flex: '1 1 auto', minHeight: 0 }}>
        {search === '' ? (
          <Notice icon="search" title={text.begin} hint={text.beginHint} />
        ) : (
          <ListState
            query={query}
            skeleton={<RowsSkeleton rows={4} height={56} columns={2} />}
            failed={{ title: text.failed }}
            count={(found) => found.people.length}
            empty={{ title: text.nobody, hint: text.nobodyHint, icon: 'search' }}
          >
            {({ people: foundPeople, hasMore, today }) => (
              <>
                <Inline gap={1} role="status" sx={{ ...headLook, justifyContent: 'space-between' }}>
                  <Span sx={{ fontWeight: 600 }}>{text.found(foundPeople.length)}</Span>
                  {hasMore ? <span>{text.more}</span> : null}
                </Inline>
                <PlainList id={listId} role="listbox" aria-label={text.people}>
                  {foundPeople.map((person) => (
                    <FoundPersonRow
                      key={person.userId}
                      id={optionOf(person.userId)}
                      person={person}
                      search={search}
                      today={today}
                      isChosen={person.userId === chosen}
                      onChoose={() => setChosen(person.userId)}
                      onOpen={() => open(person.userId)}
                    />
                  ))}
                </PlainList>
              </>
            )}
          </ListState>
        )}
      </Box>
      {search === '' ? null : <BookForNew />}
      <KeyHints />
    </Dialog>
  );
}
