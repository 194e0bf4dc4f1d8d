#pragma once

#include <algorithm>
#include <array>
#include <string_view>

// The properties of schema.org whose range includes URL, as in the types of schema-dts 2.1.0: sorted tables for
// searching. `target` and `urlTemplate`, which may be URI Templates, have steps of their own (finder.cc).

namespace absolve::json::schema_org {

// clang-format off

/// A string as their value is a URL: their range includes only URL, or types that have a URL, such as an image.
inline constexpr auto urls = std::to_array<std::string_view>({
    "acquireLicensePage", "archivedAt", "benefitsSummaryUrl", "codeRepository", "colorSwatch", "contentUrl",
    "discussionUrl", "downloadUrl", "embedUrl", "hasGS1DigitalLink", "hasMap", "healthPlanMarketingUrl", "image",
    "installUrl", "isBasedOnUrl", "labelDetails", "layoutImage", "logo", "mainEntityOfPage", "map", "maps",
    "merchantReturnLink", "originalMediaLink", "paymentUrl", "prescribingInfo", "productReturnLink", "relatedLink",
    "replyToUrl", "sameAs", "screenshot", "serviceUrl", "shippingSettingsLink", "significantLink",
    "significantLinks", "targetUrl", "thumbnailUrl", "tourBookingPage", "trackingUrl", "url",
});

/// A string as their value may also be a text or a name: it is only a URL if it looks like one. (Keywords, categories and
/// times are left out: they have URL in their range, but their form does not show whether they are one.)
inline constexpr auto names_or_urls = std::to_array<std::string_view>({
    "acceptsReservations", "actionPlatform", "actionableFeedbackPolicy", "additionalType", "afterMedia",
    "applicationCategory", "applicationSubCategory", "artMedium", "artform", "artworkSurface", "asin",
    "associatedDisease", "bankAccountType", "beforeMedia", "bodyType", "childTaxon", "colleague",
    "competencyRequired", "constraintProperty", "consumerNotice", "correction", "correctionsPolicy", "courseMode",
    "credentialCategory", "diseasePreventionInfo", "diseaseSpreadStatistics", "diversityPolicy",
    "diversityStaffingReport", "documentation", "duringMedia", "editEIDR", "educationalCredentialAwarded",
    "educationalLevel", "educationalProgramMode", "encodingFormat", "engineType", "ethicsPolicy", "featureList",
    "feesAndCommissionsSpecification", "fileFormat", "fuelType", "gameLocation", "gamePlatform", "genre",
    "gettingTestedInfo", "gtin", "hasDigitalProductPassport", "hasMenu", "hasMolecularFunction",
    "hasRepresentation", "identifier", "inCodeSet", "inDefinedTermSet", "isBasedOn",
    "isInvolvedInBiologicalProcess", "isLocatedInSubcellularLocation", "isPartOf", "knowsAbout",
    "legislationIdentifier", "loanType", "masthead", "material", "measurementMethod",
    "measurementTechnique", "meetsEmissionStandard", "memoryRequirements", "menu",
    "missionCoveragePrioritiesPolicy", "namedPosition", "newsUpdatesAndGuidelines", "noBylinesPolicy",
    "occupationalCredentialAwarded", "ownershipFundingInfo", "parentTaxon", "physicalRequirement", "propertyID",
    "publicTransportClosuresInfo", "publishingPrinciples", "quarantineGuidelines", "releaseNotes", "requirements",
    "roleName", "schemaVersion", "schoolClosuresInfo", "season", "securityClearanceRequirement",
    "sensoryRequirement", "softwareRequirements", "speakable", "sport", "statType", "storageRequirements",
    "substanceOfConcern", "surface", "taxonRank", "taxonomicRange", "termsOfService", "ticketToken", "titleEIDR",
    "travelBans", "unitCode", "unnamedSourcesPolicy", "usageInfo", "usesHealthPlanIdStandard",
    "vehicleTransmission", "verificationFactCheckingPolicy", "warning", "webFeed",
});

/// A string as their value is a URL, but often a word instead: it is a URL if it looks like one or like a path. (`item`
/// has no URL in its range, but lists of breadcrumbs use one nevertheless.)
inline constexpr auto paths = std::to_array<std::string_view>({"item", "license", "sdLicense"});

// clang-format on

static_assert(std::ranges::is_sorted(paths));
static_assert(std::ranges::is_sorted(urls) && std::ranges::is_sorted(names_or_urls));

}  // namespace absolve::json::schema_org
