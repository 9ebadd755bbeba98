//! The dump on its way between PostgreSQL's programs and the place. It never is on a disk of this
//! machine.

use std::io::{self, Read, Write};

use bytes::Bytes;
use portal_embedded_postgres::{ClientEnvironment, ClientPrograms, DumpOptions, Restore};
use tokio::sync::mpsc;

use super::checksum::Checksum;
use super::encryption::{Identities, PublicKey};
use super::manifest::StoredFile;
use super::place::Place;
use super::retry::retry;
use crate::failure::{Context, Failure};

/// Bytes that are passed on at once, and how many of these wait.
const PART_BYTES: usize = 1 << 20;
const WAITING_PARTS: usize = 8;

/// Bytes of one request when a dump is read.
const READ_BYTES: u64 = 8 << 20;

/// Dumps the database to a file of the place.
pub(super) async fn dump(
    programs: ClientPrograms,
    connection: ClientEnvironment,
    options: DumpOptions,
    key: Option<PublicKey>,
    place: &Place,
    path: String,
) -> Result<StoredFile, Failure> {
    let (sender, mut parts) = mpsc::channel(WAITING_PARTS);
    let dumping = tokio::task::spawn_blocking(move || run_dump(&programs, &connection, &options, key.as_ref(), sender));
    let mut writer = place.archive.begin(&path).await.context("failed to write the dump")?;
    let mut written = Ok(());
    while let Some(part) = parts.recv().await {
        written = writer.write(part).await;
        if written.is_err() {
            break;
        }
    }
    // Without a receiver the program ends.
    drop(parts);
    let dumped = dumping.await.context("the task that dumps the database panicked")?;
    let ready = written.context("failed to write the dump").and(dumped);
    match ready {
        Ok((bytes, sha256)) => {
            writer.finish().await.context("failed to write the dump")?;
            Ok(StoredFile { path, bytes, sha256 })
        }
        Err(failure) => {
            // What cannot be removed has no name yet.
            if let Err(error) = writer.abort().await {
                tracing::warn!(error = %error, "failed to remove an incomplete dump");
            }
            Err(failure)
        }
    }
}

fn run_dump(
    programs: &ClientPrograms,
    connection: &ClientEnvironment,
    options: &DumpOptions,
    key: Option<&PublicKey>,
    sender: mpsc::Sender<Bytes>,
) -> Result<(u64, String), Failure> {
    let mut dump = programs.dump(connection, options).context("failed to dump the database")?;
    let mut output = PartWriter { sender, part: Vec::with_capacity(PART_BYTES), checksum: Checksum::default() };
    let copy = "failed to copy the dump";
    if let Some(key) = key {
        let mut writer = key.writer(output)?;
        io::copy(&mut dump, &mut writer).context(copy)?;
        output = writer.finish().context(copy)?;
    } else {
        io::copy(&mut dump, &mut output).context(copy)?;
    }
    // Before the last part: a dump that failed must not look complete.
    dump.finish().context("failed to dump the database")?;
    output.finish().context(copy)
}

/// Passes on what is written to it, in parts.
struct PartWriter {
    sender: mpsc::Sender<Bytes>,
    part: Vec<u8>,
    checksum: Checksum,
}

impl Write for PartWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.checksum.add(bytes);
        self.part.extend_from_slice(bytes);
        if self.part.len() >= PART_BYTES {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl PartWriter {
    fn send(&mut self) -> io::Result<()> {
        let part = std::mem::replace(&mut self.part, Vec::with_capacity(PART_BYTES));
        self.sender.blocking_send(part.into()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }

    fn finish(mut self) -> io::Result<(u64, String)> {
        self.send()?;
        Ok(self.checksum.finish())
    }
}

/// Feeds a dump to a program, decrypted if need be. The program gets the last part only if the checksum
/// of the whole file is right, so that it cannot end successfully with a damaged one.
pub(super) async fn feed(
    place: &Place,
    file: &StoredFile,
    identities: Option<&Identities>,
    program: Restore,
) -> Result<(), Failure> {
    let (sender, parts) = mpsc::channel(WAITING_PARTS);
    let identities = identities.cloned();
    let feeding = tokio::task::spawn_blocking(move || {
        run_restore(PartReader { parts, part: Bytes::new() }, identities.as_ref(), program)
    });
    let read = read_parts(place, file, sender).await;
    let fed = feeding.await.context("the task that reads the dump panicked")?;
    read.and(fed)
}

fn run_restore(parts: PartReader, identities: Option<&Identities>, mut program: Restore) -> Result<(), Failure> {
    let mut input: Box<dyn Read + '_> = match identities {
        Some(identities) => Box::new(identities.reader(parts)?),
        None => Box::new(parts),
    };
    let mut part = vec![0; PART_BYTES];
    loop {
        let length = input.read(&mut part).context("failed to read the dump")?;
        let fed = part.get(..length).unwrap_or_default();
        if length == 0 || !program.feed(fed).context("failed to restore the database")? {
            break;
        }
    }
    // Reads on to the end, where the checksum is checked, and an encrypted file as well.
    io::copy(&mut input, &mut io::sink()).context("failed to read the dump")?;
    program.finish().context("failed to read the dump with pg_restore")
}

/// Sends the parts of a file; the last one only if the checksum is right.
async fn read_parts(place: &Place, file: &StoredFile, sender: mpsc::Sender<io::Result<Bytes>>) -> Result<(), Failure> {
    let mut checksum = Checksum::default();
    let mut start = 0;
    let mut last = Bytes::new();
    while start < file.bytes {
        let range = start..file.bytes.min(start + READ_BYTES);
        let part = retry(|| place.archive.read_range(&file.path, range.clone())).await;
        let part = part.context("failed to read the dump")?;
        if part.is_empty() {
            break;
        }
        checksum.add(&part);
        start += part.len() as u64;
        let earlier = std::mem::replace(&mut last, part);
        // Without a receiver its error says why.
        if !earlier.is_empty() && sender.send(Ok(earlier)).await.is_err() {
            return Ok(());
        }
    }
    if checksum.finish() == (file.bytes, file.sha256.clone()) {
        let _ = sender.send(Ok(last)).await;
        return Ok(());
    }
    let _ = sender.send(Err(io::Error::other("its checksum differs"))).await;
    Err(Failure::new(format!("{} is damaged: its checksum differs", file.path)))
}

/// Reads what is received. An end without a last part is an error of the sender.
struct PartReader {
    parts: mpsc::Receiver<io::Result<Bytes>>,
    part: Bytes,
}

impl Read for PartReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.part.is_empty() {
            match self.parts.blocking_recv() {
                Some(part) => self.part = part?,
                None => return Ok(0),
            }
        }
        let length = self.part.len().min(buffer.len());
        let (Some(target), part) = (buffer.get_mut(..length), self.part.split_to(length)) else { return Ok(0) };
        target.copy_from_slice(&part);
        Ok(length)
    }
}
