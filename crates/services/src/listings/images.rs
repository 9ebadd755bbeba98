//! Uploads, rotates, reorders and deletes images of a listing.

use std::path::{Path, PathBuf};

use portal_domain::audit::AuditAction;
use portal_domain::ids::{FileRemovalId, ImageId, ListingId};
use portal_domain::image::{Image, Rotation};
use portal_domain::limits::MAX_IMAGES;
use portal_domain::listing::ListingError;
use portal_domain::policy::Actor;

use super::screen::{Screened, screen_listing};
use super::{get::get_for_actor, get_managed};
use crate::error::ServiceError;
use crate::ports::{ListingReadModel, Ports};
use crate::{audit, outbox};

/// Appends images, all or none.
pub async fn upload_listing_images(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    files: Vec<PathBuf>,
) -> Result<Vec<Image>, ServiceError> {
    let mut work = ports.store.begin().await?;
    let listing = get_managed(work.as_mut(), actor, id).await?;
    drop(work);
    if listing.images.len() + files.len() > MAX_IMAGES {
        return Err(ListingError::TooManyImages.into());
    }
    let new: Vec<Image> = files.iter().map(|_| new_image(ports)).collect();
    let removals = outbox::schedule_file_removals(ports, new.iter().map(|image| image.location.clone())).await?;
    let images = store_files(ports, new, &removals, &files).await?;

    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    listing.add_images(images.clone(), ports.clock.now())?;
    work.listings().save(&listing).await?;
    screen_listing(ports, work.as_mut(), &listing, Screened::Change).await?;
    outbox::cancel_file_removals(work.as_mut(), removals).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, id).await?;
    work.commit().await?;
    for image in &images {
        ports.images.prerender(&image.location);
    }
    Ok(images)
}

/// Stores each master before the next one is made, so that a request holds one in memory. Returns
/// the images with their hashes. After a failure none is stored, and removals of files that are not
/// there are cancelled.
async fn store_files(
    ports: &Ports,
    new: Vec<Image>,
    removals: &[FileRemovalId],
    files: &[PathBuf],
) -> Result<Vec<Image>, ServiceError> {
    let mut stored = Vec::with_capacity(new.len());
    for (index, (image, file)) in new.into_iter().zip(files).enumerate() {
        match store_file(ports, image, index, file).await {
            Ok(image) => stored.push(image),
            Err(error) => {
                // A file that failed to be stored may be there nevertheless.
                let is_rejected = matches!(error, ServiceError::FileRejected { .. });
                let missing = removals.iter().skip(if is_rejected { index } else { index + 1 });
                let removed = remove_files(ports, &stored, removals).await;
                outbox::cancel_unneeded_file_removals(ports, missing.copied().chain(removed).collect()).await;
                return Err(error);
            }
        }
    }
    Ok(stored)
}

async fn store_file(ports: &Ports, image: Image, index: usize, file: &Path) -> Result<Image, ServiceError> {
    let prepared = ports.images.prepare(file).await.map_err(|source| ServiceError::FileRejected { index, source })?;
    ports.images.store(&image.location, prepared.master).await?;
    Ok(Image { hash: prepared.hash, ..image })
}

/// Removes files at once whose removal is scheduled, which therefore may fail. Returns the removals
/// that are no longer needed.
async fn remove_files(ports: &Ports, images: &[Image], removals: &[FileRemovalId]) -> Vec<FileRemovalId> {
    let mut done = Vec::new();
    for (Image { location, .. }, removal) in images.iter().zip(removals) {
        match ports.images.remove(location).await {
            Ok(()) => done.push(*removal),
            Err(error) => {
                tracing::warn!(location, %error, "failed to remove image of a rejected upload, it is removed later");
            }
        }
    }
    done
}

/// Rotates an image, which gives it a new location.
pub async fn transform_listing_image(
    ports: &Ports,
    actor: Actor,
    listing_id: ListingId,
    image_id: ImageId,
    rotation: Rotation,
) -> Result<Image, ServiceError> {
    let mut work = ports.store.begin().await?;
    let listing = get_managed(work.as_mut(), actor, listing_id).await?;
    drop(work);
    let before = listing.images.into_iter().find(|image| image.id == image_id).ok_or(ServiceError::ImageNotFound)?;
    let location = new_image(ports).location;
    let removals = outbox::schedule_file_removals(ports, [location.clone()]).await?;
    let hash = ports.images.rotate(&before.location, &location, rotation).await?;

    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, listing_id).await?;
    let replaced = listing.replace_image(image_id, location.clone(), hash, now)?;
    if replaced != before.location {
        // A concurrent rotation has won; this one started from the older image.
        return Err(ListingError::Stale.into());
    }
    work.listings().save(&listing).await?;
    screen_listing(ports, work.as_mut(), &listing, Screened::Change).await?;
    outbox::push_file_removals(ports, work.as_mut(), [replaced]).await?;
    outbox::cancel_file_removals(work.as_mut(), removals).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, listing_id).await?;
    work.commit().await?;
    ports.images.prerender(&location);
    listing.images.into_iter().find(|image| image.id == image_id).ok_or(ServiceError::ImageNotFound)
}

/// Says what an image shows.
pub async fn describe_listing_image(
    ports: &Ports,
    actor: Actor,
    listing_id: ListingId,
    image_id: ImageId,
    description: String,
) -> Result<Image, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, listing_id).await?;
    let before = listing.last_modified;
    let image = listing.describe_image(image_id, description, ports.clock.now())?;
    if listing.last_modified == before {
        return Ok(image);
    }
    work.listings().save(&listing).await?;
    screen_listing(ports, work.as_mut(), &listing, Screened::Change).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, listing_id).await?;
    work.commit().await?;
    Ok(image)
}

/// Reorders the images; the first is shown on cards.
pub async fn reorder_listing_images(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    order: Vec<ImageId>,
) -> Result<ListingReadModel, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    let before = listing.last_modified;
    listing.reorder_images(&order, ports.clock.now())?;
    if listing.last_modified != before {
        work.listings().save(&listing).await?;
        audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, id).await?;
    }
    work.commit().await?;
    get_for_actor(ports, actor, id).await
}

/// Deletes an image; an available listing keeps its last one.
pub async fn delete_listing_image(
    ports: &Ports,
    actor: Actor,
    listing_id: ListingId,
    image_id: ImageId,
) -> Result<(), ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, listing_id).await?;
    let image = listing.remove_image(image_id, now)?;
    work.listings().save(&listing).await?;
    screen_listing(ports, work.as_mut(), &listing, Screened::Change).await?;
    outbox::push_file_removals(ports, work.as_mut(), [image.location]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, listing_id).await?;
    work.commit().await?;
    Ok(())
}

fn new_image(ports: &Ports) -> Image {
    let id = ports.identifiers.next();
    Image { id: ImageId(id), location: format!("/{}.jpg", id.simple()), hash: None, description: String::new() }
}

#[cfg(test)]
mod tests;
