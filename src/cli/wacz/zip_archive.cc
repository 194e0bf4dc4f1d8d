#include "zip_archive.h"

#include <dlfcn.h>
#include <time.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../system/files.h"
#include "../system/signals.h"

namespace absolve::cli {
namespace {

/// The functions of libzip that are used.
// clang-format off
#define FOR_EACH_FUNCTION(X)                                                                                    \
  X(zip_close) X(zip_delete) X(zip_discard) X(zip_error_fini) X(zip_error_init) X(zip_error_strerror)           \
  X(zip_fclose) X(zip_file_add) X(zip_file_get_error) X(zip_file_replace) X(zip_file_set_dostime)               \
  X(zip_fopen_index) X(zip_fread) X(zip_get_error) X(zip_get_name) X(zip_get_num_entries)                       \
  X(zip_open_from_source) X(zip_set_file_compression) X(zip_source_free) X(zip_source_function_create)          \
  X(zip_source_seek_compute_offset) X(zip_stat_index)
// clang-format on

struct Library {
#define DECLARE(name) decltype(&::name) name;
  FOR_EACH_FUNCTION(DECLARE)
#undef DECLARE
};

Library load() {
  constexpr std::array<const char*, 2> names = {"libzip.so.5", "libzip.so.4"};  // Debian calls version 1.7 libzip4
  void* library = nullptr;
  for (const char* name : names) {
    if (library == nullptr) library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) throw InputError("needs libzip, which is not installed (Debian: the package libzip4)");
  Library zip{};
  const auto bind = [library](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    if (function == nullptr) throw InputError(std::string("needs libzip, which has no ") + name + " here");
  };
#define BIND(name) bind(#name, zip.name);
  FOR_EACH_FUNCTION(BIND)
#undef BIND
  return zip;
}
#undef FOR_EACH_FUNCTION

/// Loaded by the first call, and never closed. If it can't be loaded, each call reports this.
const Library& libzip() {
  static const Library zip = load();
  return zip;
}

zip_t* handle(void* archive) noexcept { return static_cast<zip_t*>(archive); }

[[noreturn]] void fail_with(const char* action, zip_error_t* error) {
  throw InputError(std::string(action) + ": " + libzip().zip_error_strerror(error));
}

}  // namespace

/// What libzip reads from a range of a file, and where it writes the result.
class ZipArchive::Source {
 public:
  /// An exception thrown while libzip read or wrote; the sources of one archive share it.
  using Thrown = std::shared_ptr<std::exception_ptr>;

  explicit Source(FileRange range, Thrown thrown) noexcept : range_(range), thrown_(std::move(thrown)) {}

  /// Makes a source of libzip, which destroys this object with itself. Throws InputError.
  [[nodiscard]] static zip_source_t* made_of(Source* source) {
    zip_error_t error;
    libzip().zip_error_init(&error);
    zip_source_t* const made = libzip().zip_source_function_create(&Source::call, source, &error);
    libzip().zip_error_fini(&error);
    if (made != nullptr) return made;
    delete source;
    throw std::bad_alloc();
  }

  void write_to(int descriptor) noexcept { output_ = descriptor; }

 private:
  /// libzip is written in C: no exception may pass through it.
  static zip_int64_t call(void* state, void* data, zip_uint64_t size, zip_source_cmd_t command) noexcept {
    auto* const source = static_cast<Source*>(state);
    try {
      return source->answer(data, size, command);
    } catch (...) {
      *source->thrown_ = std::current_exception();
      source->code_ = ZIP_ER_READ;
      return -1;
    }
  }

  zip_int64_t answer(void* data, zip_uint64_t size, zip_source_cmd_t command) {
    switch (command) {
      case ZIP_SOURCE_OPEN: at_ = 0; return 0;
      case ZIP_SOURCE_READ: return read({static_cast<char*>(data), size});
      case ZIP_SOURCE_TELL: return static_cast<zip_int64_t>(at_);
      case ZIP_SOURCE_SEEK: return seek(at_, range_.size, data, size);
      case ZIP_SOURCE_STAT: return describe(*static_cast<zip_stat_t*>(data));
      case ZIP_SOURCE_ERROR: return tell_error(static_cast<int*>(data), size);
      case ZIP_SOURCE_FREE: delete this; return 0;
      case ZIP_SOURCE_BEGIN_WRITE: written_ = end_ = 0; return 0;
      case ZIP_SOURCE_WRITE: return write({static_cast<const char*>(data), size});
      case ZIP_SOURCE_TELL_WRITE: return static_cast<zip_int64_t>(written_);
      case ZIP_SOURCE_SEEK_WRITE: return seek(written_, end_, data, size);
      case ZIP_SOURCE_CLOSE:
      case ZIP_SOURCE_COMMIT_WRITE:
      case ZIP_SOURCE_ROLLBACK_WRITE: return 0;
      case ZIP_SOURCE_SUPPORTS: return supported();
      default: code_ = ZIP_ER_OPNOTSUPP; return -1;
    }
  }

  static zip_int64_t supported() noexcept {
    std::int64_t all = 0;
    for (const auto command : {ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
                               ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS,
                               ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE,
                               ZIP_SOURCE_WRITE, ZIP_SOURCE_SEEK_WRITE, ZIP_SOURCE_TELL_WRITE, ZIP_SOURCE_REMOVE}) {
      all |= ZIP_SOURCE_MAKE_COMMAND_BITMASK(command);
    }
    return all;
  }

  zip_int64_t read(std::span<char> room) {
    stop_if_asked();
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), range_.size - at_));
    ssize_t got = 0;
    do {
      got = ::pread(range_.descriptor, room.data(), size, static_cast<off_t>(range_.begin + at_));
    } while (got < 0 && errno == EINTR);
    if (got < 0) fail_to_read("cannot read");
    at_ += static_cast<std::uint64_t>(got);
    return got;
  }

  zip_int64_t write(std::string_view bytes) {
    stop_if_asked();
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t put = ::pwrite(output_, bytes.data() + at, bytes.size() - at, static_cast<off_t>(written_ + at));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) cli::fail("cannot write");
      at += static_cast<std::size_t>(put);
    }
    written_ += bytes.size();
    end_ = std::max(end_, written_);
    return static_cast<zip_int64_t>(bytes.size());
  }

  zip_int64_t seek(std::uint64_t& at, std::uint64_t end, void* data, zip_uint64_t size) noexcept {
    zip_error_t error;
    libzip().zip_error_init(&error);
    const zip_int64_t to = libzip().zip_source_seek_compute_offset(at, end, data, size, &error);
    libzip().zip_error_fini(&error);
    if (to < 0) {
      code_ = ZIP_ER_INVAL;
      return -1;
    }
    at = static_cast<std::uint64_t>(to);
    return 0;
  }

  zip_int64_t describe(zip_stat_t& status) const noexcept {
    status = zip_stat_t{};
    status.valid = ZIP_STAT_SIZE;
    status.size = range_.size;
    return sizeof status;
  }

  zip_int64_t tell_error(int* codes, zip_uint64_t size) const noexcept {
    if (size < 2 * sizeof(int)) return -1;
    codes[0] = code_;
    codes[1] = 0;
    return 2 * sizeof(int);
  }

  FileRange range_;
  std::uint64_t at_ = 0;
  int output_ = -1;
  std::uint64_t written_ = 0;  // the offset of the next write
  std::uint64_t end_ = 0;      // the end of what was written
  int code_ = ZIP_ER_OK;
  Thrown thrown_;
};

namespace {

/// Throws the exception that ended a call of libzip, if that was not an error of its own.
void rethrow(const std::exception_ptr& thrown) {
  if (thrown) std::rethrow_exception(thrown);
}

/// Reads a member. At its end, libzip compares its size and its checksum with those in the central directory.
class MemberSource final : public ByteSource {
 public:
  MemberSource(zip_file_t* file, std::uint64_t size, std::shared_ptr<std::exception_ptr> thrown) noexcept
      : file_(file), left_(size), thrown_(std::move(thrown)) {}
  ~MemberSource() override { libzip().zip_fclose(file_); }

  std::size_t read(std::span<char> room) override {
    const zip_int64_t got = libzip().zip_fread(file_, room.data(), room.size());
    if (got < 0) {
      rethrow(*thrown_);
      fail_with("cannot read it", libzip().zip_file_get_error(file_));
    }
    const auto size = static_cast<std::uint64_t>(got);
    if (size > left_) throw InputError("cannot read it: it contains more than the central directory says");
    left_ -= size;
    return static_cast<std::size_t>(size);
  }

 private:
  zip_file_t* file_;
  std::uint64_t left_;
  std::shared_ptr<std::exception_ptr> thrown_;
};

ZipMember::Method method_of(const zip_stat_t& status) noexcept {
  if ((status.valid & ZIP_STAT_COMP_METHOD) == 0) return ZipMember::Method::other;
  if (status.comp_method == ZIP_CM_STORE) return ZipMember::Method::stored;
  return status.comp_method == ZIP_CM_DEFLATE ? ZipMember::Method::deflated : ZipMember::Method::other;
}

}  // namespace

void read_at(const FileRange& range, std::uint64_t at, std::span<char> room) {
  while (!room.empty()) {
    const ssize_t got = ::pread(range.descriptor, room.data(), room.size(), static_cast<off_t>(range.begin + at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read("cannot read");
    if (got == 0) throw InputError("changed while it was read; not rewritten", EIO);
    room = room.subspan(static_cast<std::size_t>(got));
    at += static_cast<std::uint64_t>(got);
  }
}

ZipArchive::ZipArchive() : thrown_(std::make_shared<std::exception_ptr>()) {}

ZipArchive::ZipArchive(FileRange file) : ZipArchive() {
  const Library& zip = libzip();
  source_ = new Source(file, thrown_);
  zip_source_t* const source = Source::made_of(source_);
  const auto fail_because = [&](const std::string& why) {
    rethrow(*thrown_);
    throw InputError("its central directory can't be read: " + why);
  };
  zip_error_t error;
  zip.zip_error_init(&error);
  archive_ = zip.zip_open_from_source(source, 0, &error);
  if (archive_ == nullptr) {
    const std::string why = zip.zip_error_strerror(&error);
    zip.zip_error_fini(&error);
    zip.zip_source_free(source);
    fail_because(why);
  }
  const zip_int64_t count = zip.zip_get_num_entries(handle(archive_), 0);
  members_.reserve(static_cast<std::size_t>(std::max<zip_int64_t>(count, 0)));
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
    zip_stat_t status{};
    const char* const name = zip.zip_get_name(handle(archive_), i, ZIP_FL_ENC_RAW);
    if (name == nullptr || zip.zip_stat_index(handle(archive_), i, 0, &status) != 0) {
      fail_because(zip.zip_error_strerror(zip.zip_get_error(handle(archive_))));
    }
    members_.push_back({name, status.size, status.comp_size, method_of(status),
                        (status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE});
  }
  rethrow(*thrown_);  // where libzip does without what it could not read
}

ZipArchive::~ZipArchive() {
  if (archive_ != nullptr) libzip().zip_discard(handle(archive_));
}

void ZipArchive::fail(const char* action) const { fail_with(action, libzip().zip_get_error(handle(archive_))); }

std::unique_ptr<ByteSource> ZipArchive::open(std::size_t index) {
  zip_file_t* const file = libzip().zip_fopen_index(handle(archive_), index, ZIP_FL_UNCHANGED);
  if (file == nullptr) {
    rethrow(*thrown_);
    fail("cannot read it");
  }
  return std::make_unique<MemberSource>(file, members_[index].size, thrown_);
}

std::string ZipArchive::text_of(std::size_t index, std::size_t max_size) {
  const ZipMember& member = members_[index];
  const std::string which = "its member " + member.name;
  if (member.size > max_size) throw InputError(which + " is too large");
  std::string text(static_cast<std::size_t>(member.size) + 1, '\0');
  std::size_t size = 0;
  try {
    const auto source = open(index);
    while (const std::size_t got = source->read(std::span(text).subspan(size))) size += got;
  } catch (const InputError& error) {
    throw InputError(which + ": " + error.what(), error.code());
  }
  text.resize(size);
  return text;
}

/// Sets the time as all systems read it: with local time, whose time zone a ZIP archive doesn't record, the bytes would
/// depend on the system.
void ZipArchive::set_time(std::size_t index, const std::tm& time) {
  constexpr int first_year = 80;                                  // 1980, as std::tm counts
  constexpr int last_year = sizeof(std::time_t) < 8 ? 137 : 207;  // 2107; or 2037, as libzip converts it to std::time_t
  std::tm parts = time;
  if (parts.tm_year < first_year || parts.tm_year > last_year) {
    const int year = parts.tm_year < first_year ? first_year : last_year;
    parts = {};
    parts.tm_year = year;
    parts.tm_mday = 1;
  }
  const auto clock = static_cast<unsigned>(parts.tm_hour << 11 | parts.tm_min << 5 | parts.tm_sec / 2);
  const auto date = static_cast<unsigned>((parts.tm_year - first_year) << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday);
  const int failed = libzip().zip_file_set_dostime(handle(archive_), index, static_cast<zip_uint16_t>(clock),
                                                   static_cast<zip_uint16_t>(date), 0);
  if (failed != 0) fail("cannot change it");
}

void ZipArchive::set_method(std::size_t index, ZipMember::Method method) {
  const zip_int32_t as = method == ZipMember::Method::stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE;
  if (libzip().zip_set_file_compression(handle(archive_), index, as, 0) != 0) fail("cannot change it");
}

void ZipArchive::replace(std::size_t index, FileRange bytes, ZipMember::Method method, const std::tm& time) {
  zip_source_t* const source = Source::made_of(new Source(bytes, thrown_));
  if (libzip().zip_file_replace(handle(archive_), index, source, 0) != 0) {
    libzip().zip_source_free(source);
    fail("cannot change it");
  }
  set_method(index, method);
  set_time(index, time);
}

void ZipArchive::add(const std::string& name, FileRange bytes, const std::tm& time) {
  zip_source_t* const source = Source::made_of(new Source(bytes, thrown_));
  const zip_int64_t index = libzip().zip_file_add(handle(archive_), name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    libzip().zip_source_free(source);
    fail("cannot change it");
  }
  set_method(static_cast<std::size_t>(index), ZipMember::Method::stored);
  set_time(static_cast<std::size_t>(index), time);
}

void ZipArchive::store(std::size_t index) { set_method(index, ZipMember::Method::stored); }

void ZipArchive::remove(std::size_t index) {
  if (libzip().zip_delete(handle(archive_), index) != 0) fail("cannot change it");
}

void ZipArchive::write_to(int descriptor) {
  source_->write_to(descriptor);
  if (libzip().zip_close(handle(archive_)) == 0) {
    archive_ = nullptr;
    return;
  }
  rethrow(*thrown_);
  fail("cannot rewrite it");
}

}  // namespace absolve::cli
